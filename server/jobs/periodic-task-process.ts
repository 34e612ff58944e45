// A process that runs one periodic task, for tests that start and kill several: arguments are the database URL and the
// name of the task. Each run inserts a row in `task_runs` and sets `ended_at` at the end.
import { createLogger } from '#server/shared/logger.ts'
import pg from 'pg'
import { startPeriodicTask } from './periodic-task.ts'
import { openTaskLocks } from './task-locks.ts'

const [url = '', name = ''] = process.argv.slice(2)
const pool = new pg.Pool({ connectionString: url, max: 1 })
const log = createLogger('silent', 'test')

startPeriodicTask({
  name,
  interval_ms: 5,
  exclusive: openTaskLocks(url, log),
  log,
  async run() {
    const { rows } = await pool.query<{ id: number }>(
      'insert into task_runs (pid, started_at) values ($1, clock_timestamp()) returning id',
      [process.pid],
    )
    // Long enough for the other process to try in the meantime.
    await pool.query('select pg_sleep(0.02)')
    await pool.query('update task_runs set ended_at = clock_timestamp() where id = $1', [
      rows[0]?.id,
    ])
  },
})
