import { playback } from '#contract/playback.ts'
import { request } from '#web/data/client.ts'
import { isRefused } from '#web/data/refused.ts'
import type { Taken } from './hold-stream.ts'
import { playerName } from './player-name.ts'

/**
 * Asks for a place to play an episode in (D-46), that of `take_over` where it is given.
 * @throws what the server refuses for another reason than that there is no place, and that there was no answer.
 */
export async function takeStream(
  episode_id: number,
  take_over?: number,
): Promise<Exclude<Taken, 'unreachable'>> {
  try {
    const body = { player: playerName(), ...(take_over === undefined ? {} : { take_over }) }
    return await request(playback.takeStream, { params: { id: String(episode_id) }, body })
  } catch (error) {
    if (isRefused(error, 'too_many_streams')) return { streams: error.problem.streams ?? [] }
    throw error
  }
}

/** Gives a place back; it outlives its page. What fails ends by time. */
export async function endStream(id: number): Promise<void> {
  await request(playback.endStream, { params: { id: String(id) } }, { keepalive: true }).catch(
    () => {},
  )
}
