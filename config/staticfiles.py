"""Static files: hashed names, also for the imports inside our ES modules."""

from whitenoise.storage import CompressedManifestStaticFilesStorage


class ModuleManifestStorage(CompressedManifestStaticFilesStorage):
    """Names each file by its content; an import in a module is rewritten to the hashed name it stands for."""

    support_js_module_import_aggregation = True
    # One pass settles one level of imports; the table's modules stand more than Django's five levels deep.
    max_post_process_passes = 20
