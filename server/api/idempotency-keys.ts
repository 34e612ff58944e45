import type { Database } from '#server/db/client.ts'
import { deleteInBatches } from '#server/db/delete-in-batches.ts'
import { createBatcher } from '#server/db/request-batcher.ts'
import type { WorkerModule } from '#server/jobs/worker-module.ts'
import { lockClasses } from '#server/db/advisory-locks.ts'
import type { Clock } from '#server/shared/clock.ts'
import { ProblemError } from '#server/shared/problem-error.ts'
import { hash } from 'node:crypto'
import { sql } from 'kysely'

/** A key with its member, and the request it was first sent with. */
export type KeyedRequest = { member_id: number; key: string; call: string; body: unknown }

/** Runs `answer` at most once per key and returns its result. */
export type RunOnce = (
  request: KeyedRequest,
  now: Date,
  answer: () => Promise<unknown>,
) => Promise<unknown>

/**
 * Runs a request once per idempotency key (decisions/0003-idempotent-requests) and returns the first response to every
 * repetition. A key is released if the request fails or the process that claimed it dies. Concurrent requests share
 * statements.
 * @param process_lock_id the process id whose advisory lock `listenForNotifications` holds.
 * @param max_request_ms an unanswered key may be claimed again after this time, even if the claiming process is alive.
 * @throws ProblemError `idempotency_key_reused` for a key with another request, `conflict` while the first request is running
 */
export function createIdempotentRunner({
  pool,
  process_lock_id,
  max_request_ms,
}: Pick<Database, 'pool'> & { process_lock_id: number; max_request_ms: number }): RunOnce {
  const limits = { concurrency: 2, max_batch_size: 100, keyOf: formatKey }
  const claim = createBatcher<Claim, ClaimResult>(async (claims) => {
    const columns = columnsOf(claims, ['member_id', 'key', 'digest', 'now'])
    const { rows } = await pool.query<ClaimResult>({
      ...claimKeys,
      values: [...columns, process_lock_id, max_request_ms / 1_000],
    })
    return rows.map((answer) => ({ answer }))
  }, limits)
  const saveResponse = createBatcher<StoredResponse, void>(async (responses) => {
    const columns = columnsOf(responses, ['member_id', 'key', 'response'])
    await pool.query({ ...saveResponses, values: columns })
    return responses.map(() => ({ answer: undefined }))
  }, limits)

  return async function runOnce(request, now, answer) {
    const { member_id, key } = request
    // Only a hash of the request is stored.
    const digest = hash('sha256', `${request.call}\n${canonicalJson(request.body)}`, 'buffer')
    const claimed = await claim({ member_id, key, digest, now })
    if (!claimed.is_mine) {
      if (claimed.request_hash && !claimed.request_hash.equals(digest))
        throw new ProblemError('idempotency_key_reused')
      if (claimed.response) return JSON.parse(claimed.response)
      // The first request is still running, or its key has just been released.
      throw new ProblemError('conflict', { retry_after: 1 })
    }
    const value = await answer().catch(async (error: unknown) => {
      await pool.query({ ...releaseKey, values: [member_id, key] }).catch(() => {})
      throw error
    })
    // The request is committed even if storing the response fails: repetitions then get `conflict`.
    await saveResponse({ member_id, key, response: JSON.stringify(value) }).catch(() => {})
    return value
  }
}

type Key = Pick<KeyedRequest, 'member_id' | 'key'>
type Claim = Key & { digest: Buffer; now: Date }
type StoredResponse = Key & { response: string }
type ClaimResult = { is_mine: boolean; request_hash: Buffer | null; response: string | null }

const formatKey = ({ member_id, key }: Key) => `${member_id} ${key}`

const columnsOf = <Row>(rows: readonly Row[], names: readonly (keyof Row)[]) =>
  names.map((name) => rows.map((row) => row[name]))

const claimKeys = {
  name: 'claim_keys',
  // A single statement: the rows are independent. Inserting in key order prevents deadlocks between processes with the
  // same keys. `synchronous_commit` is off because the foreign key lock on the member row writes WAL, although the table
  // itself is unlogged.
  text: `
    with requests as (
      select * from unnest($1::int[], $2::text[], $3::bytea[], $4::timestamptz[])
        with ordinality as a (member_id, key, request_hash, now, at)
    ), mine as (
      insert into idempotency_keys as k (member_id, key, request_hash, created_at, process_lock_id)
      select member_id, key, request_hash, now, $5 from requests order by member_id, key
      on conflict (member_id, key) do update set created_at = excluded.created_at, process_lock_id = excluded.process_lock_id
      where k.request_hash = excluded.request_hash and k.response is null
        and (k.created_at < excluded.created_at - make_interval(secs => $6)
          or not exists (select from pg_locks where locktype = 'advisory' and granted
            and database = (select oid from pg_database where datname = current_database())
            and classid = ${lockClasses.process} and objid = k.process_lock_id::oid and objsubid = 2))
      returning member_id, key)
    select m.key is not null as is_mine, k.request_hash, k.response, set_config('synchronous_commit', 'off', true)
    from requests a left join mine m using (member_id, key) left join idempotency_keys k using (member_id, key)
    order by a.at`,
}
const saveResponses = {
  name: 'store_responses',
  text: `
    update idempotency_keys k set response = a.response
    from unnest($1::int[], $2::text[], $3::text[]) as a (member_id, key, response)
    where k.member_id = a.member_id and k.key = a.key`,
}
const releaseKey = {
  name: 'release_key',
  text: 'delete from idempotency_keys where member_id = $1 and key = $2 and response is null',
}

/** JSON with sorted object keys. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_name, part: unknown) =>
    part && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
}

/** Deletes keys after a day. */
export const deleteExpiredIdempotencyKeys = (
  { transact }: Pick<Database, 'transact'>,
  now: Date,
  signal?: AbortSignal,
): Promise<void> =>
  deleteInBatches(
    transact,
    'idempotency_keys',
    sql`created_at < ${now}::timestamptz - interval '1 day'`,
    signal,
  )

export const idempotencyWorkerModule = (deps: Pick<Database, 'transact'> & { clock: Clock }) =>
  ({
    tasks: {
      idempotency_keys: (signal) => deleteExpiredIdempotencyKeys(deps, deps.clock.now(), signal),
    },
  }) satisfies WorkerModule
