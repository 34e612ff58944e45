import type { AgeCode, Episode } from '#contract/contents.ts'
import type { ProblemCode } from '#contract/problems.ts'
import { secondFactorSeconds } from '#contract/second-factor.ts'
import type { Database, Db } from '#server/db/client.ts'
import { reachable } from '#server/domains/contents/index.ts'
import { readFilmKeys } from '#server/domains/media/index.ts'
import {
  type Entitlement,
  entitlement,
  entitlementFrom,
  noteHandedOut,
  notePlayed,
} from '#server/domains/transactions/index.ts'
import { isAdult } from '#server/kernel/adult.ts'
import { maxHeightOf, previewer, sessionOf } from '#server/kernel/grants.ts'
import type { Sealing } from '#server/kernel/sealing.ts'
import { type QueryExecutorProvider, sql } from 'kysely'
import { decideAccess, type Verdict } from './access.ts'
import { readStreams } from './stream-queries.ts'
import { decideStream, type StreamsOf } from './streams.ts'

/** How long an answer about a session holds, in ms: half of the 10 s after which nothing may be served any more. */
const remembers = 5_000
/** As long as a second factor opens the studio, in ms. */
const studioLasts = secondFactorSeconds * 1_000
/** Answers that are held at once; beyond them all are asked again. */
const most = 20_000

type Asked = { asset_id: number; session_id: number | null }

type Row = Entitlement & {
  age_rating: AgeCode
  video_state: Episode['video_state']
  released_at: string | null
  adult_verified_until: string | null
  member_id: number | null
  wallet_id: number | null
}

/**
 * The door before films that are sold (D-41, D-42). Segments are asked about again every few seconds, a key each time
 * it is asked for. Handing out the second key is what counts as viewed: it is noted in the transaction that finds the
 * entitlement, so that of a refund and the first playing one comes first (R3). It is not handed to a session where
 * others hold all of the member's places (D-46).
 */
export function createFilmDoor(
  parts: Pick<Database, 'db' | 'transact'> & {
    sealing: Pick<Sealing, 'open'>
    streams_of: StreamsOf
  },
) {
  const { db, transact, sealing, streams_of } = parts
  const known = new Map<string, { until: number; open: Promise<boolean> }>()

  /** Whether other sessions of his member's play in all the places there are: his own tabs settle it among themselves. */
  async function isCrowdedOut(asked: Asked, now: Date): Promise<boolean> {
    const { row, verdict } = await ask(db, asked, now)
    if (!verdict.play || !row?.member_id) return false
    const [standing, most] = await Promise.all([
      readStreams(db, row.member_id, asked.session_id ?? 0),
      streams_of(row.member_id, now),
    ])
    const elsewhere = standing.filter((one) => !one.is_this_browser)
    return !decideStream(elsewhere, { player: '' }, most, now).takes
  }

  return {
    /**
     * Whether the viewer of a media address may go on using it: whether he may play, and at the picture that it is for (D-50).
     * Where a cheaper plan has begun meanwhile, another address is his.
     */
    staysOpen(viewer: string, asset_id: number, now: Date): Promise<boolean> {
      if (viewer === previewer) return Promise.resolve(true)
      const session_id = sessionOf(viewer)
      if (session_id === null) return Promise.resolve(false)
      const key = `${asset_id}/${viewer}`
      const before = known.get(key)
      if (before && now.getTime() < before.until) return before.open
      if (known.size >= most) known.clear()
      const open = ask(db, { asset_id, session_id }, now).then(
        ({ row, verdict }) =>
          (verdict.play && maxHeightOf(viewer) <= (row?.max_height ?? 0)) ||
          isStudio(db, session_id, now),
      )
      known.set(key, { until: now.getTime() + remembers, open })
      // An outage is not an answer: who asks next asks again.
      open.catch(() => known.delete(key))
      return open
    },

    /** A key of the asset, 16 bytes, for whoever has this session, or why not. */
    async handOutKey(
      { part, ...asked }: Asked & { part: 'preview' | 'rest' },
      now: Date,
    ): Promise<Uint8Array | ProblemCode> {
      const keys = await readFilmKeys(db, sealing, asked.asset_id)
      if (!keys) return 'not_found'
      /** The key after all where it is staff who ask; else what they are refused with. */
      const orForStudio = async (
        there: QueryExecutorProvider,
        name: keyof typeof keys,
        refusal: ProblemCode,
      ) => ((await isStudio(there, asked.session_id, now)) ? keys[name] : refusal)
      if (part === 'preview') {
        const { verdict } = await ask(db, asked, now)
        if (verdict.play || verdict.offers) return keys.preview
        return orForStudio(db, 'preview', verdict.refusal)
      }
      if (await isCrowdedOut(asked, now)) return 'too_many_streams'
      return transact(async (tx) => {
        const { row, verdict: first } = await ask(tx, asked, now)
        // Nothing is noted of what is not handed out: it could not be paid back any more.
        if (!first.play) return orForStudio(tx, 'rest', first.refusal)
        if (row?.purchase_id && !(await noteHandedOut(tx, row.purchase_id, now)))
          return 'purchase_required'
        if (row?.access === 'subscribed' && row.wallet_id) await notePlayed(tx, row.wallet_id, now)
        // What was noted holds its row: what is true now stays so until this is committed.
        const { row: held, verdict } = await ask(tx, asked, now)
        // The plan ended between the two looks, and it is by a rental that he plays.
        const other = held?.purchase_id === row?.purchase_id ? null : held?.purchase_id
        if (verdict.play && other && !(await noteHandedOut(tx, other, now)))
          return 'purchase_required'
        if (verdict.play) return keys.rest
        return orForStudio(tx, 'rest', verdict.refusal)
      })
    },
  }
}

/** Whether it is the staff that looks at a film in the studio (D-80), with its second factor. */
async function isStudio(
  db: QueryExecutorProvider,
  session_id: number | null,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`
    select from sessions join members m on m.id = sessions.member_id and m.is_staff
    where sessions.id = ${session_id}::int and sessions.expires_at > ${now}
      and sessions.second_factor_at > ${new Date(now.getTime() - studioLasts)}`.execute(db)
  return rows.length > 0
}

async function ask(
  db: QueryExecutorProvider & Pick<Db, 'selectFrom'>,
  { asset_id, session_id }: Asked,
  now: Date,
): Promise<{ row: Row | undefined; verdict: Verdict }> {
  const { rows } = await sql<Row>`
    select s.age_rating, e.video_state, e.released_at, m.id as member_id, m.adult_verified_until,
      wallet.id as wallet_id, ${entitlement}
    from episodes e
    join series s on s.id = e.series_id
    left join sessions on sessions.id = ${session_id}::int and sessions.expires_at > ${now}
    left join members m on m.id = sessions.member_id
    ${entitlementFrom(sql`m.id`, now)}
    where e.asset_id = ${asset_id} and ${reachable}
    limit 1`.execute(db)
  const [row] = rows
  if (!row) return { row, verdict: { play: false, refusal: 'not_found', offers: false } }
  const viewer = row.member_id === null ? null : { is_adult: isAdult(row, now) }
  return { row, verdict: decideAccess(row, viewer, now) }
}
