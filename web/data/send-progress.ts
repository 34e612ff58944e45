import { watching } from '#contract/watching.ts'
import { CallRefused, request } from './client.ts'
import { createProgressQueue, type Post, type ProgressQueue, sendKept } from './progress-queue.ts'

/** Progress by a call (D-44). */
export const postProgress: Post = async (given, { keepalive }) => {
  try {
    await request(watching.saveProgress, { body: given }, { keepalive })
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
