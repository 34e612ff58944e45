import { createHash, randomBytes } from 'node:crypto'
import type pg from 'pg'

/**
 * Creates members with a signed-in browser each.
 * @param name prefix of their email addresses, distinct per benchmark because they share a database.
 * @returns their cookies, ids and profiles, in the same order.
 */
export async function createMembers(
  owner: pg.Client,
  name: string,
  count: number,
): Promise<{ cookies: string[]; members: number[]; profiles: number[] }> {
  const tokens = Array.from({ length: count }, () => randomBytes(32).toString('base64url'))
  const hashes = tokens.map((token) => createHash('sha256').update(token).digest('hex'))
  const { rows } = await owner.query<{ id: number }>(
    `insert into members (email, username, phone_ciphertext, phone_blind_index, password_hash, password_changed_at, created_at)
     select $2::text || at || '@example.com', '이한편', '', decode(md5($2::text || at), 'hex'), '', now(), now()
     from generate_series(1, $1) as at returning id`,
    [count, name],
  )
  const members = rows.map(({ id }) => id)
  const { rows: profiles } = await owner.query<{ id: number }>(
    'select id from profiles where member_id = any($1) order by member_id',
    [members],
  )
  await owner.query(
    `insert into sessions (token_hash, member_id, created_at, signed_in_at, last_seen_at, expires_at, device, address)
     select decode(hash, 'hex'), member, now(), now(), now(), now() + interval '10 days', '', ''
     from unnest($1::text[], $2::int[]) as s (hash, member)`,
    [hashes, members],
  )
  return {
    cookies: tokens.map((token) => `sid=${token}`),
    members,
    profiles: profiles.map(({ id }) => id),
  }
}
