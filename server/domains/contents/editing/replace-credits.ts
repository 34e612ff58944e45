import type { StudioPerson } from '#contract/studio/catalogue.ts'
import type { Tx } from '#server/db/client.ts'
import { sql } from 'kysely'

/** Replaces the credits of a work by these people, in this order. Inserts people who are not in the catalogue yet. */
export async function replaceCredits(
  tx: Tx,
  series_id: number,
  people: readonly StudioPerson[],
): Promise<void> {
  const rows = people.map((person, position) => ({ ...person, position }))
  const personRows = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
    as w (name text, name_original text, role text, "character" text, position smallint)`
  // Sorted, so that concurrent transactions that insert the same people do not deadlock.
  await sql`
    insert into people (name, name_original)
    select distinct w.name, w.name_original from ${personRows} order by 1, 2
    on conflict do nothing`.execute(tx)
  const matchedPeople = sql`(select p.id as person_id, w.* from ${personRows}
    join people p on p.name = w.name and p.name_original is not distinct from w.name_original) as w`
  await sql`
    delete from credits c where c.series_id = ${series_id}
      and not exists (select from ${matchedPeople} where w.person_id = c.person_id and w.role = c.role)`.execute(
    tx,
  )
  await sql`
    insert into credits as c (series_id, person_id, role, "character", position)
    select ${series_id}, w.person_id, w.role, w.character, w.position from ${matchedPeople}
    on conflict (series_id, role, person_id) do update
      set "character" = excluded.character, position = excluded.position
      where (c.character, c.position) is distinct from (excluded.character, excluded.position)`.execute(
    tx,
  )
}
