#!/usr/bin/python3
"""Programs of PostgreSQL that Patroni runs and the embedded PostgreSQL lacks, by the name of the file."""
import os
import re
import struct
import subprocess
import sys
from argparse import ArgumentParser

import psycopg2

STATES = [
    'starting up', 'shut down', 'shut down in recovery', 'shutting down',
    'in crash recovery', 'in archive recovery', 'in production',
]


def pg_controldata():
    """Prints the lines of the control file that Patroni reads. The layout is that of PostgreSQL 18 on 64 bits."""
    with open(os.path.join(sys.argv[-1], 'global/pg_control'), 'rb') as file:
        data = file.read()

    def read(kind, offset):
        return struct.unpack_from('<' + kind, data, offset)[0]

    def lsn(offset):
        value = read('Q', offset)
        return '%X/%X' % (value >> 32, value & 0xFFFFFFFF)

    for name, value in {
        'pg_control version number': read('I', 8),
        'Database system identifier': read('Q', 0),
        'Database cluster state': STATES[read('i', 16)],
        'Latest checkpoint location': lsn(32),
        "Latest checkpoint's REDO location": lsn(40),
        "Latest checkpoint's TimeLineID": read('I', 48),
        'Minimum recovery ending location': lsn(136),
        "Min recovery ending loc's timeline": read('I', 144),
        'wal_log_hints setting': 'on' if read('?', 176) else 'off',
        'max_connections setting': read('i', 180),
        'max_worker_processes setting': read('i', 184),
        'max_wal_senders setting': read('i', 188),
        'max_prepared_xacts setting': read('i', 192),
        'max_locks_per_xact setting': read('i', 196),
    }.items():
        print('%s: %s' % (name, value))


def pg_isready():
    """Exits with 0 if the server accepts connections, 1 if it refuses them, 2 if none answers."""
    parser = ArgumentParser(add_help=False)
    for option in 'hpdUt':
        parser.add_argument('-' + option)
    options = parser.parse_args()
    try:
        psycopg2.connect(
            host=options.h, port=options.p, user=options.U, dbname='postgres', connect_timeout=3
        ).close()
    except psycopg2.OperationalError as error:
        if re.search(r'the database system is', str(error)):
            sys.exit(1)
        if not re.search(r'password|authentication|does not exist', str(error)):
            sys.exit(2)


def copy_primary():
    """Makes a base backup of the primary, whose folder this machine can read. Patroni passes options of its own."""
    parser = ArgumentParser()
    for option in ('datadir', 'connstring'):
        parser.add_argument('--' + option)
    options, _ = parser.parse_known_args()
    owner = {'user': 'postgres', 'password': os.environ['OWNER_PASSWORD'], 'dbname': 'postgres'}
    connection = psycopg2.connect(options.connstring, **owner)
    connection.autocommit = True
    cursor = connection.cursor()
    cursor.execute("select pg_backup_start('copy', fast => true)")
    cursor.execute("select current_setting('data_directory')")
    source = cursor.fetchone()[0]
    subprocess.run(['cp', '-a', source + '/.', options.datadir], check=False)
    for name in ('postmaster.pid', 'postmaster.opts', 'recovery.signal', 'standby.signal', 'patroni.dynamic.json'):
        path = os.path.join(options.datadir, name)
        if os.path.exists(path):
            os.remove(path)
    cursor.execute('select labelfile from pg_backup_stop(false)')
    with open(os.path.join(options.datadir, 'backup_label'), 'w') as file:
        file.write(cursor.fetchone()[0])


globals()[os.path.basename(sys.argv[0])]()
