import { playback } from '#contract/contents/playback.ts'
import { request } from '#web/data/client.ts'
import { isRefused } from '#web/data/refused.ts'
import type { Taken } from './hold-stream.ts'
import { playerName } from './player-name.ts'

/**
 * Takes a stream slot for an episode (D-46), that of `take_over` where it is given.
 * @param given.position playhead in seconds.
 * @throws what the server refuses for another reason than that there is no place, and that there was no answer.
 */
export async function takeStream(
  episode_id: number,
  given: { take_over?: number | undefined; position?: number } = {},
): Promise<Exclude<Taken, 'unreachable'>> {
  try {
    const { take_over, position } = given
    const body = {
      player: playerName(),
      ...(take_over !== undefined && { take_over }),
      ...(position !== undefined && { position }),
    }
    return await request(playback.startStream, { params: { id: String(episode_id) }, body })
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
