export type TaskSchedule = {
  /** Below 60, from the end of a run to the start of the next; else a number of minutes that divides a day. */
  seconds: number
  /**
   * A shared task runs once per interval, however many workers there are. `each process` is for work that every process
   * must do itself, such as cleaning up local files.
   */
  scope?: 'each process' | undefined
}

/**
 * Every periodic task by its name, the label of its metric and log line. A task that no domain registers is a type error in
 * `composition/`. `npm run doc-tables` writes the table of `docs/operations.md` from it.
 */
export const taskSchedules = {
  // Lists show counters with a delay of 30 s, so a shorter interval has no visible effect.
  watch_history: { seconds: 10, purpose: 'adds views to counters and ranks the views of a day' },
  analytics: { seconds: 10, purpose: 'aggregates analytics by day' },
  search: { seconds: 10, purpose: 'reads captions for search' },
  release_alerts: {
    seconds: 15,
    purpose: 'notifies profiles of works and episodes that open',
  },
  // PostgreSQL may be away.
  status: {
    seconds: 30,
    scope: 'each process',
    purpose: 'checks the site and writes its status page',
  },
  lost_jobs: {
    seconds: 60,
    purpose:
      'enqueues jobs that are due, renewals for example, or whose rows were lost or have used up their attempts',
  },
  payments: {
    seconds: 60,
    purpose: 'ends unpaid orders, payment windows, points and rentals at their time, with notices',
  },
  recommendations: { seconds: 60, purpose: 'trains a model when one is due; takes minutes then' },
  // Staging folders and uploads are on a local disk.
  media: {
    seconds: 60,
    scope: 'each process',
    purpose: 'removes leftovers of interrupted encodes',
  },
  uploads: { seconds: 60, scope: 'each process', purpose: 'removes leftovers of expired uploads' },
  accounts: { seconds: 600, purpose: 'deletes expired sessions, links, codes and limits' },
  idempotency_keys: { seconds: 600, purpose: 'deletes `Idempotency-Key`s of the day before' },
  reconciliation: { seconds: 600, purpose: 'compares days with the gateway' },
  price_changes: { seconds: 600, purpose: 'mails members about new terms of their plans' },
  customer_services: {
    seconds: 3_600,
    purpose:
      'deletes archived inquiries past their retention, and files that no inquiry references',
  },
  notifications: { seconds: 3_600, purpose: 'deletes notifications after 90 days' },
  profile_images: { seconds: 3_600, purpose: 'deletes pictures that no profile references' },
  storage_usage: { seconds: 3_600, purpose: 'adds up the sizes of films and images' },
  search_clicks: { seconds: 3_600, purpose: 'deletes old clicks' },
} as const satisfies Record<string, TaskSchedule & { purpose: string }>

export type TaskName = keyof typeof taskSchedules

/** One run of a task. Must be idempotent, and end soon after `signal` is aborted, which means a stop. */
export type RunTask = (signal: AbortSignal) => Promise<void>

export type TaskDefinition = TaskSchedule & { name: string; run: RunTask }

export type Tasks = { readonly [N in TaskName]: RunTask }

/** Adds the schedules to the runs of all tasks. */
export const scheduleTasks = (runs: Tasks): TaskDefinition[] =>
  (Object.keys(taskSchedules) as TaskName[]).map((name) => {
    const { seconds, scope }: TaskSchedule = taskSchedules[name]
    return { name, seconds, scope, run: runs[name] }
  })
