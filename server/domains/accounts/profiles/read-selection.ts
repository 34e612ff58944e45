import type { SelectedProfile } from '#contract/accounts/profile-fields.ts'
import type { Db } from '#server/db/client.ts'
import { findProfiles, type ProfileRow, toProfile } from './profile-queries.ts'

/** The profile of a session and the number of the account's profiles, for the member's own data. */
export type Selection = { profile: SelectedProfile | null; profile_count: number }

/** @param profile_id the session's profile; null for a new session, which begins with the only profile if it is open. */
export async function readSelection(
  db: Db,
  member_id: number,
  profile_id: number | null,
): Promise<Selection> {
  const rows = await findProfiles(db, member_id)
  const [only] = rows
  const isOpen = rows.length === 1 && only?.pin_hash === null && only.age_limit === '19'
  const selected = profile_id === null ? isOpen && only : rows.find(({ id }) => id === profile_id)
  return { profile: selected ? toSelected(selected) : null, profile_count: rows.length }
}

function toSelected(row: ProfileRow): SelectedProfile {
  const { has_pin: _, is_first: __, created_at: ___, ...profile } = toProfile(row)
  return profile
}
