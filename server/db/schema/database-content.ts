import { StartupError } from '#server/shared/startup-error.ts'
import type pg from 'pg'
import { createStartupClient } from '../startup-client.ts'

/** `ours`: a schema of this product, of any version. `foreign`: tables, views or sequences of another one. */
export type DatabaseContent = 'empty' | 'ours' | 'foreign'

/** Reads what a database holds, with the privileges of any role. Objects of extensions do not count. */
export async function readDatabaseContent(client: pg.ClientBase): Promise<DatabaseContent> {
  const { rows } = await client.query<{ is_ours: boolean; has_relations: boolean }>(
    `select
       (select count(*) = 2 from pg_attribute
        where attrelid = to_regclass('public.schema_migrations') and attname in ('name', 'checksum')) as is_ours,
       exists (
         select from pg_class c join pg_namespace n on n.oid = c.relnamespace
         where c.relkind in ('r', 'p', 'v', 'm', 'S')
           and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast') and n.nspname !~ '^pg_temp_'
           and not exists (
             select from pg_depend where objid = c.oid and classid = 'pg_class'::regclass and deptype = 'e')
       ) as has_relations`,
  )
  const [content] = rows
  if (content?.is_ours) return 'ours'
  return content?.has_relations ? 'foreign' : 'empty'
}

/** Connects for `readDatabaseContent`. */
export async function inspectDatabase(url: string): Promise<DatabaseContent> {
  const client = createStartupClient(url)
  try {
    await client.connect()
    return await readDatabaseContent(client)
  } finally {
    await client.end().catch(() => {})
  }
}

/** @throws StartupError if the database belongs to another product, in which nothing must be created */
export async function rejectForeignDatabase(client: pg.ClientBase): Promise<void> {
  if ((await readDatabaseContent(client)) !== 'foreign') return
  const { rows } = await client.query<{ name: string }>('select current_database() as name')
  throw new StartupError(
    `The database ${rows[0]?.name} has tables of another product: create an empty database for this one. Nothing was changed.`,
  )
}
