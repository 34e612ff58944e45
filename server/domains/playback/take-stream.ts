import type { Stream } from '#contract/problems.ts'
import type { HeldStream } from '#contract/playback.ts'
import type { Caller } from '#server/kernel/handler.ts'
import { refuse } from '#server/kernel/refusals.ts'
import { admit } from './admit.ts'
import {
  deleteStreams,
  insertStream,
  lockStreams,
  readStreams,
  type Seat,
} from './stream-queries.ts'
import { decideStream, type Standing, type StreamsOf } from './streams.ts'

/**
 * Takes a place to play in (D-46): the player's own anew, a free one, or, where it says so, one that gives way. Those
 * who ask for the same member's at once are decided one after the other.
 * @throws Refusal `too_many_streams` with what plays, and what `admit` refuses.
 */
export async function takeStream(
  { db, transact, now }: Pick<Caller, 'db' | 'transact' | 'now'>,
  seat: Seat,
  asked: { episode_id: number; take_over?: number | undefined },
  streamsOf: StreamsOf,
): Promise<HeldStream> {
  const { member_id, session_id, player } = seat
  const { episode_id, take_over } = asked
  const [admission] = await admit(db, [{ member_id, episode_id }], now)
  if (!admission || 'refusal' in admission) refuse(admission?.refusal ?? 'not_found')
  const most = await streamsOf(member_id, now)
  return transact(async (tx) => {
    await lockStreams(tx, member_id)
    const standing = await readStreams(tx, member_id, session_id)
    const verdict = decideStream(standing, { player, take_over }, most, now)
    if (!verdict.takes) refuse('too_many_streams', { streams: shown(verdict.playing) })
    const own = standing.find((one) => one.player === player)
    const goesOn = own?.episode_id === episode_id && Date.parse(own.ends_at) > now.getTime()
    const ended = [...(own ? [own] : []), ...verdict.ended].map((one) => one.id)
    await deleteStreams(tx, ended)
    const began_at = goesOn ? own.began_at : now.toISOString()
    return insertStream(tx, seat, { episode_id, began_at }, ended, now)
  })
}

/** What others may know of a member's own places: not what his tabs call themselves. */
export const shown = (playing: readonly Standing[]): Stream[] =>
  playing.map(({ player: _, ends_at: __, episode_id: ___, ...stream }) => stream)
