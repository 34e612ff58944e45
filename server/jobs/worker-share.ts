import type { JobHandlers, JobName } from './job-types.ts'
import type { TaskDefinition } from './task-types.ts'

/** The share of a worker: encoding takes cores for minutes, so that workers of films are scaled apart from the others. */
export const workerJobs = ['all', 'films', 'other'] as const
export type WorkerJobs = (typeof workerJobs)[number]

/** @returns the periodic tasks of a worker of this share, and the jobs that it leaves to others. */
export function selectWork(
  share: WorkerJobs,
  jobs: JobHandlers,
  tasks: readonly TaskDefinition[],
): { excluded: JobName[]; tasks: readonly TaskDefinition[] } {
  const excluded = (Object.keys(jobs) as JobName[]).filter((name) => {
    const isFilm = ['cpu', 'urgent'].includes(jobs[name]?.lane ?? 'light')
    return share === 'films' ? !isFilm : share === 'other' && isFilm
  })
  return {
    excluded,
    tasks: share === 'films' ? tasks.filter(({ scope }) => scope === 'each process') : tasks,
  }
}
