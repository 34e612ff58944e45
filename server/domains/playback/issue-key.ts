import type { Database } from '#server/db/client.ts'
import { readAssetSecret } from '#server/domains/media/index.ts'
import { recordPurchaseUse, recordPlanUse } from '#server/domains/transactions/index.ts'
import type { MediaAudience } from '#server/shared/media-token.ts'
import { throwProblem } from '#server/shared/problem-error.ts'
import type { Encryption } from '#server/shared/encryption.ts'
import { deriveContentKey } from '#server/adapters/encoder/index.ts'
import { isNearPaidPart, type KeyPath, refuseKeyByToken } from './key-policy.ts'
import { readRights } from './playback-access.ts'
import { isStudioSession } from './playback-queries.ts'
import type { ReadStreamLimit } from './streams/stream-limit.ts'
import { holdStream } from './streams/start-stream.ts'
import { parseMediaPath } from './token-scope-policy.ts'

/** A request for a content key, after the same-origin check. */
export type KeyRequest = {
  audience: MediaAudience
  asset_id: number
  /** The path below the asset's folder. */
  name: string
  /** The session of the cookie; null for guests. */
  session_id: number | null
  /** The player id of the stream slot, and the playhead in seconds; null if the player cannot send headers. */
  player: string | null
  position: number | null
  is_prefetch: boolean
  /** `Chrome · Windows`: the label of the slot on the member's other devices. */
  device: string
}

/**
 * Creates the function that issues content keys (decisions/0027-content-keys). Entitlement is read for each key. A key
 * beyond the preview counts as watching: one transaction takes a stream slot and records the first use of the purchase,
 * the start of the rental's 48 hours or the use of the plan, so that a refund and the first playback are serialized. A
 * refusal writes nothing.
 */
export function createKeyIssuer({
  db,
  transact,
  encryption,
  readStreamLimit,
}: Pick<Database, 'db' | 'transact'> & {
  encryption: Pick<Encryption, 'decrypt'>
  readStreamLimit: ReadStreamLimit
}) {
  /**
   * @returns 16 bytes.
   * @throws the refusals of `decideAccess`; `forbidden` if the key is out of the token's scope; `stream_required`;
   *   `too_many_streams`; `playback_position_required`.
   */
  return async function issueKey(request: KeyRequest, now: Date): Promise<Buffer> {
    const { audience, asset_id, session_id } = request
    const path = parseMediaPath(request.name)
    if (path.kind !== 'key') return throwProblem('not_found')
    const refusal = refuseKeyByToken(audience, path, request)
    if (refusal) throwProblem(refusal)
    const secret = (await readAssetSecret(db, encryption, asset_id)) ?? throwProblem('not_found')
    const key = deriveContentKey(secret, path.key)
    if (audience.kind === 'studio') {
      if (!(await isStudioSession(db, audience.session_id, now))) throwProblem('forbidden')
      return key
    }
    const query = { asset_id, session_id }
    const { row, decision } = await readRights(db, query, now)
    if (path.key.period === 0) {
      if (decision.kind === 'refuse' && !decision.offers) throwProblem(decision.refusal)
      return key
    }
    if (decision.kind === 'refuse') throwProblem(decision.refusal)
    if (row?.access === 'free') return key
    // The film was free when this shared URL was signed. The player requests a URL of its own.
    if (audience.kind !== 'session' || !row?.member_id) return throwProblem('forbidden')
    await authorizePaidPeriod(
      request,
      path,
      { member_id: row.member_id, session_id: audience.session_id },
      now,
    )
    return key
  }

  async function authorizePaidPeriod(
    { asset_id, player, position, device }: KeyRequest,
    path: KeyPath,
    { member_id, session_id }: { member_id: number; session_id: number },
    now: Date,
  ): Promise<void> {
    const query = { asset_id, session_id }
    const maxStreams = await readStreamLimit(member_id, now)
    await transact(async (tx) => {
      const { row, decision: initial } = await readRights(tx, query, now)
      if (initial.kind === 'refuse') throwProblem(initial.refusal)
      if (!row || row.preview_duration === null) return throwProblem('video_not_ready')
      // A cheaper plan has begun since the URL was signed.
      if (path.height > row.max_height) throwProblem('forbidden')
      const playhead = await holdStream(
        tx,
        { member_id, session_id, player, device },
        { episode_id: row.episode_id, position },
        maxStreams,
        now,
      )
      if (!isNearPaidPart(playhead, row.preview_duration))
        throwProblem('playback_position_required')
      if (row.purchase_id && !(await recordPurchaseUse(tx, row.purchase_id, now)))
        throwProblem('purchase_required')
      if (row.access === 'subscribed' && row.wallet_id) await recordPlanUse(tx, row.wallet_id, now)
      // The updates above lock their rows, so this second read stays valid until the commit.
      const { row: locked, decision } = await readRights(tx, query, now)
      if (decision.kind === 'refuse') throwProblem(decision.refusal)
      // The plan ended between the two reads, and the episode plays by a rental.
      const otherPurchaseId = locked?.purchase_id === row.purchase_id ? null : locked?.purchase_id
      if (otherPurchaseId && !(await recordPurchaseUse(tx, otherPurchaseId, now)))
        throwProblem('purchase_required')
    })
  }
}
