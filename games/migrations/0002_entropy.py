from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0001_initial'),
    ]

    operations = [
        migrations.AlterField(
            model_name='deal',
            name='deck',
            field=models.CharField(blank=True, help_text='The shuffled deck in card codes; secret until due.', max_length=130),
        ),
        migrations.AlterField(
            model_name='event',
            name='kind',
            field=models.CharField(max_length=20),
        ),
        migrations.AlterField(
            model_name='match',
            name='act_kind',
            field=models.CharField(blank=True, choices=[('deal', 'deal'), ('entropy', 'entropy'), ('bot', 'bot'), ('last_card', 'last_card'), ('timeout', 'timeout')], max_length=9),
        ),
    ]
