import type { Database } from '#server/db/client.ts'
import { readAssetSecret } from '#server/domains/media/index.ts'
import { recordPurchaseUse, recordPlanUse } from '#server/domains/transactions/index.ts'
import type { MediaAudience } from '#server/shared/media-token.ts'
import { throwProblem } from '#server/shared/problem-error.ts'
import type { Encryption } from '#server/shared/encryption.ts'
import { deriveContentKey } from '#server/adapters/encoder/index.ts'
import { isNearPaidPart, type KeyPath, refuseKeyByToken } from './key-policy.ts'
import { isStudioSession, readRights } from './rights-queries.ts'
import type { ReadStreamLimit } from './streams/stream-limit.ts'
import { holdStream } from './streams/start-stream.ts'
import { parseMediaPath } from './token-scope-policy.ts'

/** A request for a content key, once it is known to come from our own pages. */
export type KeyRequest = {
  audience: MediaAudience
  asset_id: number
  /** The path below the asset's folder. */
  name: string
  /** The session of the cookie; null for visitors. */
  session_id: number | null
  /** The player's name of D-46, and its playhead in seconds; null where the player cannot send headers. */
  player: string | null
  position: number | null
  is_prefetch: boolean
  /** `Chrome · Windows`: how a slot that is taken is shown on the member's other screens. */
  device: string
}

/**
 * Creates the function that gives content keys (D-41, D-42). Entitlement is read for each key. A key beyond the free
 * beginning counts as watching: in one transaction the session takes a stream slot and the purchase, the rental's 48
 * hours or the use of the plan is noted, so that of a refund and the first playing one comes first (R3). A refusal
 * writes nothing.
 */
export function createKeyIssuer(
  parts: Pick<Database, 'db' | 'transact'> & {
    sealing: Pick<Encryption, 'decrypt'>
    streams_of: ReadStreamLimit
  },
) {
  const { db, transact, sealing, streams_of } = parts

  /**
   * @returns 16 bytes.
   * @throws Refusal as `decideAccess` decides; `forbidden` where the token does not reach the key; `stream_required`,
   *   `too_many_streams`, `playback_position_required`.
   */
  return async function issueKey(request: KeyRequest, now: Date): Promise<Buffer> {
    const { audience, asset_id, session_id } = request
    const path = parseMediaPath(request.name)
    if (path.kind !== 'key') return throwProblem('not_found')
    const refusal = refuseKeyByToken(audience, path, request)
    if (refusal) throwProblem(refusal)
    const secret = (await readAssetSecret(db, sealing, asset_id)) ?? throwProblem('not_found')
    const key = deriveContentKey(secret, path.key)
    if (audience.kind === 'studio') {
      if (!(await isStudioSession(db, audience.session_id, now))) throwProblem('forbidden')
      return key
    }
    const asked = { asset_id, session_id }
    const { row, verdict } = await readRights(db, asked, now)
    if (path.key.period === 0) {
      if (!verdict.play && !verdict.offers) throwProblem(verdict.refusal)
      return key
    }
    if (!verdict.play) throwProblem(verdict.refusal)
    if (row?.access === 'free') return key
    // The shared address of a film that was free until now: the player asks for one of its own.
    if (audience.kind !== 'session' || !row?.member_id) return throwProblem('forbidden')
    await giveBeyondPreview(
      request,
      path,
      { member_id: row.member_id, session_id: audience.session_id },
      now,
    )
    return key
  }

  async function giveBeyondPreview(
    { asset_id, player, position, device }: KeyRequest,
    path: KeyPath,
    { member_id, session_id }: { member_id: number; session_id: number },
    now: Date,
  ): Promise<void> {
    const asked = { asset_id, session_id }
    const most = await streams_of(member_id, now)
    await transact(async (tx) => {
      const { row, verdict: first } = await readRights(tx, asked, now)
      if (!first.play) throwProblem(first.refusal)
      if (!row || row.preview_duration === null) return throwProblem('video_not_ready')
      // A cheaper plan has begun since the address was made (D-50).
      if (path.height > row.max_height) throwProblem('forbidden')
      const known = await holdStream(
        tx,
        { member_id, session_id, player, device },
        { episode_id: row.episode_id, position },
        most,
        now,
      )
      if (!isNearPaidPart(known, row.preview_duration)) throwProblem('playback_position_required')
      if (row.purchase_id && !(await recordPurchaseUse(tx, row.purchase_id, now)))
        throwProblem('purchase_required')
      if (row.access === 'subscribed' && row.wallet_id) await recordPlanUse(tx, row.wallet_id, now)
      // The marks above lock their rows, so this second read holds until the commit.
      const { row: held, verdict } = await readRights(tx, asked, now)
      if (!verdict.play) throwProblem(verdict.refusal)
      // The plan ended between the two reads, and the episode plays by a rental.
      const other = held?.purchase_id === row.purchase_id ? null : held?.purchase_id
      if (other && !(await recordPurchaseUse(tx, other, now))) throwProblem('purchase_required')
    })
  }
}

export type KeyIssuer = ReturnType<typeof createKeyIssuer>
