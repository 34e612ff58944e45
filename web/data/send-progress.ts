import { watch_history } from '#contract/contents/watch-history.ts'
import { auth } from './auth.ts'
import { CallRefused, request } from './client.ts'
import { createProgressQueue, type Post, type ProgressQueue, sendKept } from './progress-queue.ts'

/** Progress by a call (D-44). */
export const postProgress: Post = async (given, { keepalive }) => {
  try {
    await request(watch_history.saveProgress, { body: given }, { keepalive })
    return 'saved'
  } catch (error) {
    return error instanceof CallRefused ? error.problem.code : 'unreachable'
  }
}

/** What this device keeps of a member's progress. */
export const queueOf = (member_id: number): ProgressQueue =>
  createProgressQueue(() => localStorage, member_id, Date.now)

/** Sends what was kept while there was no network, or no time. */
export const sendKeptProgress = (member_id: number): Promise<void> =>
  sendKept(queueOf(member_id), postProgress)

/** The same for whoever is signed in, before something is read that depends on it; gives up after `most` ms. */
export async function sendKeptFirst(most: number): Promise<void> {
  const sent = (async () => {
    if (!auth.current().checked) await auth.check()
    const { id } = auth.current().user
    if (id !== null) await sendKeptProgress(id)
  })()
  await Promise.race([sent, new Promise((resolve) => setTimeout(resolve, most))])
}
