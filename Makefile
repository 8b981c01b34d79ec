# Bongioco. `make run` opens the site; everything it needs is put into .venv/ and var/ here.
# Settings go on the line or into .env: make run HOST=0.0.0.0 PORT=8080 (docs/operations.md lists them).
.POSIX:
# A dozen processes start from these sources: each would compile them anew if the machine's settings forbade to keep that.
COMPILED = PYTHONDONTWRITEBYTECODE=
.PHONY: help run test soak chaos check format messages lock bench manage backup restore clean

help:
	@echo "make run       open the site (HOST=0.0.0.0 for the phones in the room, PORT=8000)"
	@echo "make test      run the tests (ARGS='-k tricks' picks some)"
	@echo "make soak      play 100,000 random hands of every game and check each (for the night)"
	@echo "make chaos     kill every process of a whole site under live tables, and check that nothing is lost"
	@echo "make check     lint, types, import order, migrations, templates, translations"
	@echo "make manage    a command of the running site: make manage ARGS='createsuperuser'"
	@echo "make backup    save the database; make restore FILE=… brings one back"
	@echo "make bench     measure: make bench NAME=engine"
	@echo "make format    let ruff format the sources"
	@echo "make messages  gather the texts to translate into locale/"
	@echo "make lock      renew requirements/*.txt from requirements/*.in"

run:
	@sh config/hosting/bootstrap.sh run
	@exec env $(COMPILED) .venv/bin/python -m config.hosting.run

test:
	@sh config/hosting/bootstrap.sh dev
	@exec env $(COMPILED) .venv/bin/python -m pytest -n 3 --dist worksteal $(ARGS)

soak:
	@sh config/hosting/bootstrap.sh dev
	@exec .venv/bin/python -m bench.soak $(ARGS)

chaos:
	@sh config/hosting/bootstrap.sh dev
	@exec .venv/bin/python -m bench.chaos $(ARGS)

check:
	@sh config/hosting/bootstrap.sh dev
	@exec .venv/bin/python -m config.checks

format:
	@sh config/hosting/bootstrap.sh dev
	@.venv/bin/python -m ruff check --quiet --fix-only .
	@.venv/bin/python -m ruff format .

messages:
	@sh config/hosting/bootstrap.sh dev
	@.venv/bin/python manage.py catalogues gather

lock:
	@sh config/hosting/bootstrap.sh dev
	@.venv/bin/python -m config.locks

bench:
	@sh config/hosting/bootstrap.sh dev
	@exec .venv/bin/python -m bench.$(NAME) $(ARGS)

manage:
	@sh config/hosting/bootstrap.sh run
	@exec .venv/bin/python manage.py $(ARGS)

backup:
	@sh config/hosting/bootstrap.sh run
	@exec .venv/bin/python -m config.hosting.backup save

restore:
	@sh config/hosting/bootstrap.sh run
	@exec .venv/bin/python -m config.hosting.backup restore "$(FILE)"

clean:
	rm -rf .venv build .pytest_cache .mypy_cache .ruff_cache .import_linter_cache
	find . -name __pycache__ -prune -exec rm -rf {} +
