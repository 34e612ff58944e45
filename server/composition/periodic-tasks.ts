import { deleteExpiredIdempotencyKeys } from '#server/api/idempotency-keys.ts'
import type { Database } from '#server/db/client.ts'
import { runAccountsMaintenance } from '#server/domains/accounts/index.ts'
import { runCustomerServicesMaintenance } from '#server/domains/customer-services/index.ts'
import { runMediaMaintenance } from '#server/domains/media/index.ts'
import { runSearchMaintenance } from '#server/domains/search/index.ts'
import { runAnalyticsMaintenance, runUploadsMaintenance } from '#server/domains/studio/index.ts'
import {
  type PaymentDependencies,
  reconcileDaily,
  renewDue,
  runPaymentsMaintenance,
} from '#server/domains/transactions/index.ts'
import { runWatchHistoryMaintenance } from '#server/domains/watch-history/index.ts'
import {
  type PeriodicTask,
  type PeriodicTaskOptions,
  startPeriodicTask,
} from '#server/jobs/periodic-task.ts'
import type { TaskLocks } from '#server/jobs/task-locks.ts'
import type { Clock } from '#server/shared/clock.ts'
import type { Logger } from '#server/shared/logger.ts'
import type { storageFolders } from './shared-dependencies.ts'

/** `seconds` pass from the end of a run to the next. A shared task runs in one worker at a time. */
export type TaskSchedule = Pick<PeriodicTaskOptions, 'name' | 'run'> & {
  seconds: number
  scope?: 'shared' | 'each process'
}

type Dependencies = Database &
  ReturnType<typeof storageFolders> & {
    payments: PaymentDependencies
    locks: TaskLocks
    clock: Clock
    log: Logger
  }

/** Starts the periodic tasks of a worker. */
export function startPeriodicTasks(
  deps: Dependencies,
  extra: readonly TaskSchedule[],
): PeriodicTask[] {
  const { payments, locks, clock, log } = deps
  const schedules: readonly TaskSchedule[] = [
    { name: 'payments', seconds: 60, run: (signal) => runPaymentsMaintenance(payments, signal) },
    { name: 'renewals', seconds: 60, run: (signal) => renewDue(payments, signal) },
    { name: 'reconciliation', seconds: 600, run: (signal) => reconcileDaily(payments, signal) },
    {
      name: 'idempotency_keys',
      seconds: 600,
      run: (signal) => deleteExpiredIdempotencyKeys(deps, clock.now(), signal),
    },
    // Staging folders and uploads are on a local disk, so each process cleans up its own.
    {
      name: 'media',
      seconds: 60,
      scope: 'each process',
      run: (signal) => runMediaMaintenance(deps, signal),
    },
    { name: 'uploads', seconds: 60, scope: 'each process', run: () => runUploadsMaintenance(deps) },
    { name: 'search', seconds: 10, run: (signal) => runSearchMaintenance(deps, signal) },
    { name: 'accounts', seconds: 600, run: (signal) => runAccountsMaintenance(deps, signal) },
    { name: 'customer services', seconds: 3_600, run: () => runCustomerServicesMaintenance(deps) },
    // Lists show counters with a delay of 30 s, so a shorter interval has no visible effect.
    {
      name: 'watch_history',
      seconds: 10,
      run: (signal) => runWatchHistoryMaintenance(deps, signal),
    },
    { name: 'analytics', seconds: 10, run: (signal) => runAnalyticsMaintenance(deps, signal) },
  ]
  return [...schedules, ...extra].map(({ name, seconds, scope = 'shared', run }) =>
    startPeriodicTask({
      ...{ name, run, log },
      interval_ms: seconds * 1_000,
      exclusive: scope === 'shared' ? locks : scope,
    }),
  )
}
