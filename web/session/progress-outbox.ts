import { outboxStorageKey } from './outbox-storage-key.ts'

/** Whether any is kept, of this episode or at all, whoever's: asked before the code that sends it is fetched. */
export function hasUnsentProgress(episode_id?: number): boolean {
  try {
    const text = localStorage.getItem(outboxStorageKey)
    return (
      text !== null && (episode_id === undefined || text.includes(`"episode_id":${episode_id},`))
    )
  } catch {
    return false
  }
}

/** Before something is read that depends on what is kept: sends it, and waits for that no longer than `most` ms. */
export async function flushUnsentProgress(most: number, episode_id?: number): Promise<void> {
  if (!hasUnsentProgress(episode_id)) return
  const sender = await import('./progress-outbox-sync.ts').catch(() => null)
  await sender?.flushMemberOutboxWithin(most)
}
