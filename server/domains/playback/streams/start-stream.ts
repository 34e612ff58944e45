import type { ActiveStream } from '#contract/problem.ts'
import type { StreamSlot } from '#contract/contents/playback.ts'
import type { Tx } from '#server/db/client.ts'
import type { RequestContext } from '#server/api/request-context.ts'
import { throwProblem } from '#server/shared/problem-error.ts'
import { checkPlaybackEligibility } from '../playback-access.ts'
import {
  deleteStreams,
  extendStream,
  insertStream,
  lockStreams,
  readStreams,
  type StreamClient,
} from './active-streams.ts'
import { decideStream, type StreamRow, type ReadStreamLimit } from './stream-limit.ts'

type Taking = {
  episode_id: number
  take_over?: number | undefined
  /** Playhead in seconds, where it was reported. */
  position?: number | undefined
}

/**
 * Takes a stream slot as playback begins (D-46): the player's own anew, a free one, or the one that `take_over` names.
 * @throws Refusal `too_many_streams` with what plays, and what `admit` refuses.
 */
export async function startStream(
  { db, transact, now }: Pick<RequestContext, 'db' | 'transact' | 'now'>,
  seat: StreamClient,
  taking: Taking,
  streamsOf: ReadStreamLimit,
): Promise<StreamSlot> {
  const { member_id } = seat
  const [admission] = await checkPlaybackEligibility(
    db,
    [{ member_id, episode_id: taking.episode_id }],
    now,
  )
  if (!admission || 'refusal' in admission) throwProblem(admission?.refusal ?? 'not_found')
  const most = await streamsOf(member_id, now)
  return transact(async (tx) => {
    await lockStreams(tx, member_id)
    return replaceStream(tx, seat, taking, {
      most,
      standing: await readStreams(tx, member_id, seat.session_id),
      now,
    })
  })
}

/** Gives the player a row of a new id in place of its own, if `decideStream` lets it. */
async function replaceStream(
  tx: Tx,
  seat: StreamClient,
  { episode_id, take_over, position }: Taking,
  { most, standing, now }: { most: number; standing: readonly StreamRow[]; now: Date },
): Promise<StreamSlot> {
  const { player } = seat
  const verdict = decideStream(standing, { player, take_over }, most, now)
  if (!verdict.takes)
    throwProblem('too_many_streams', { streams: toActiveStreams(verdict.playing) })
  const own = standing.find((one) => one.player === player)
  const isSame = own?.episode_id === episode_id
  const goesOn = isSame && Date.parse(own.ends_at) > now.getTime()
  const ended = [...(own ? [own] : []), ...verdict.ended].map((one) => one.id)
  await deleteStreams(tx, ended)
  const plays = {
    episode_id,
    began_at: goesOn ? own.began_at : now.toISOString(),
    position: position ?? (isSame ? own.position : null),
  }
  return insertStream(tx, seat, plays, ended, now)
}

/**
 * Makes sure that a session holds a slot for an episode before a content key is given (D-41), in the transaction that
 * gives it. A player that names itself takes one if it is free; its row for the same episode keeps its id. Without a
 * name the session must hold one already.
 * @param most how many the member may hold.
 * @returns the playhead that is known, in seconds: the reported one, else that of the slot.
 * @throws Refusal `too_many_streams` with what plays; `stream_required`.
 */
export async function holdStream(
  tx: Tx,
  seat: Omit<StreamClient, 'player'> & { player: string | null },
  { episode_id, position }: { episode_id: number; position: number | null },
  most: number,
  now: Date,
): Promise<number | null> {
  const { player } = seat
  await lockStreams(tx, seat.member_id)
  const standing = await readStreams(tx, seat.member_id, seat.session_id)
  const ofSession = standing.filter((one) => one.is_this_browser && one.episode_id === episode_id)
  if (player === null) {
    const [held] = ofSession.toSorted((a, b) => b.ends_at.localeCompare(a.ends_at))
    return held ? (position ?? held.position) : throwProblem('stream_required')
  }
  const own = ofSession.find((one) => one.player === player)
  if (own && decideStream(standing, { player }, most, now).takes)
    await extendStream(tx, own.id, position ?? own.position, now)
  else
    await replaceStream(
      tx,
      { ...seat, player },
      { episode_id, position: position ?? undefined },
      { most, standing, now },
    )
  return position ?? own?.position ?? null
}

/** The slots as a refusal shows them: without the names of players. */
export const toActiveStreams = (playing: readonly StreamRow[]): ActiveStream[] =>
  playing.map(
    ({ player: _, ends_at: __, episode_id: ___, is_yielded: ____, position: _____, ...stream }) =>
      stream,
  )
