import { createPublisher, type PublicPlace } from '#server/adapters/storage/index.ts'
import type { Db } from '#server/db/client.ts'
import type { RunTask } from '#server/jobs/task-types.ts'
import type { Clock } from '#server/shared/clock.ts'
import { readModes } from '../modes/mode-queries.ts'
import { renderStatusPage, type SiteStatus } from './status-page.copy.ts'

const checkTimeoutMs = 10_000
/** The second failure in a row is shown: the first may be a server that is being replaced. */
const shownFailures = 2

/**
 * Creates the task that checks the site as its viewers reach it and writes the status page. The last known notice of staff stays on
 * it while PostgreSQL is away.
 * @param status_place undefined: there is no page
 */
export function createStatusWriter({
  db,
  clock,
  site_url,
  status_place,
}: {
  db: Db
  clock: Clock
  site_url: string
  status_place: PublicPlace | undefined
}): RunTask {
  if (!status_place) return async () => {}
  const publish = createPublisher(status_place)
  let maintenance: SiteStatus['maintenance'] = null
  let failures = 0
  return async (signal) => {
    const [isReady] = await Promise.all([
      isSiteReady(site_url, signal),
      readModes(db).then(
        (modes) => void ({ maintenance } = modes),
        () => {},
      ),
    ])
    failures = isReady ? 0 : failures + 1
    const status = { is_ready: failures < shownFailures, maintenance, checked_at: clock.now() }
    await publish('index.html', renderStatusPage(status, site_url))
  }
}

const isSiteReady = (site_url: string, signal: AbortSignal): Promise<boolean> =>
  fetch(`${site_url}/readyz`, {
    signal: AbortSignal.any([signal, AbortSignal.timeout(checkTimeoutMs)]),
  }).then(
    ({ ok }) => ok,
    () => false,
  )
