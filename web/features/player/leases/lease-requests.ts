import { endStream, startStream } from '#web/api/endpoints/playback.generated.ts'
import { sessionStore } from '#web/lib/browser-storage.ts'
import { apiRequest } from '#web/api/client.ts'
import { isApiError } from '#web/api/api-errors.ts'
import type { LeaseResult } from './stream-lease.ts'

/**
 * Acquires a stream lease for an episode (D-46), replacing `take_over` if given.
 * @param options.position playhead in seconds.
 * @throws ApiError other than `too_many_streams`, and network errors.
 */
export async function acquireLease(
  episode_id: number,
  options: { take_over?: number | undefined; position?: number } = {},
): Promise<Exclude<LeaseResult, 'unreachable'>> {
  try {
    const { take_over, position } = options
    const body = {
      player: playerInstanceId(),
      ...(take_over !== undefined && { take_over }),
      ...(position !== undefined && { position }),
    }
    return await apiRequest(startStream, { params: { id: String(episode_id) }, body })
  } catch (error) {
    if (isApiError(error, 'too_many_streams')) return { streams: error.problem.streams ?? [] }
    throw error
  }
}

/** Releases a lease with `keepalive`. A lease whose release fails expires. */
export async function releaseLease(id: number): Promise<void> {
  await apiRequest(endStream, { params: { id: String(id) } }, { keepalive: true }).catch(() => {})
}

const storageKey = 'hanpyeon.player-instance-id'

const randomId = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')

let instanceId: string | undefined

/**
 * Returns the player instance id of this tab (D-46). It survives a reload, so that the tab is not denied because of
 * its own lease; without storage it lives as long as the page.
 */
export function playerInstanceId(): string {
  if (instanceId) return instanceId
  instanceId = sessionStore.getItem(storageKey) ?? randomId()
  sessionStore.setItem(storageKey, instanceId)
  return instanceId
}
