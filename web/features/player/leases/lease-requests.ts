import { playback } from '#contract/contents/playback.ts'
import { apiRequest } from '#web/api/client.ts'
import { isApiError } from '#web/api/error-message.ts'
import type { LeaseResult } from './stream-lease.ts'

/**
 * Takes a stream slot for an episode (D-46), that of `take_over` where it is given.
 * @param given.position playhead in seconds.
 * @throws what the server refuses for another reason than that there is no place, and that there was no answer.
 */
export async function acquireLease(
  episode_id: number,
  given: { take_over?: number | undefined; position?: number } = {},
): Promise<Exclude<LeaseResult, 'unreachable'>> {
  try {
    const { take_over, position } = given
    const body = {
      player: playerInstanceId(),
      ...(take_over !== undefined && { take_over }),
      ...(position !== undefined && { position }),
    }
    return await apiRequest(playback.startStream, { params: { id: String(episode_id) }, body })
  } catch (error) {
    if (isApiError(error, 'too_many_streams')) return { streams: error.problem.streams ?? [] }
    throw error
  }
}

/** Gives a place back; it outlives its page. What fails ends by time. */
export async function releaseLease(id: number): Promise<void> {
  await apiRequest(playback.endStream, { params: { id: String(id) } }, { keepalive: true }).catch(
    () => {},
  )
}

const key = 'hanpyeon.player'

const drawn = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')

let name: string | undefined

/**
 * What this tab calls itself (D-46): kept through a reload, so that it is not refused for the place it holds itself.
 * Where storage is refused it lives as long as the page.
 */
export function playerInstanceId(): string {
  if (name) return name
  try {
    name = sessionStorage.getItem(key) ?? drawn()
    sessionStorage.setItem(key, name)
  } catch {
    name ??= drawn()
  }
  return name
}
