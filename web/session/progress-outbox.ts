import { localStore } from '#web/lib/browser-storage.ts'
import { outboxKeyPrefix } from './outbox-storage-key.ts'

/** Whether there is unsent progress of any profile, optionally of one episode: the current one may be unknown yet. */
const hasUnsentProgress = (episode_id?: number): boolean =>
  localStore
    .keys()
    .some(
      (key) =>
        key.startsWith(outboxKeyPrefix) &&
        (episode_id === undefined ||
          localStore.getItem(key)?.includes(`"episode_id":${episode_id},`)),
    )

/**
 * Sends unsent progress, as before a read that depends on it, waiting at most `timeout_ms`. Loads the code that sends it only
 * if there is some.
 */
export async function flushUnsentProgress(timeout_ms: number, episode_id?: number): Promise<void> {
  if (!hasUnsentProgress(episode_id)) return
  const sender = await import('./progress-outbox-sync.ts').catch(() => null)
  await sender?.flushMemberOutboxWithin(timeout_ms)
}
