import type { endpoints } from '#contract/index.ts'
import type { Handlers } from '#server/api/handler.ts'
import { consumeRateLimit } from '#server/api/rate-limit.ts'
import { clientNetwork } from '#server/shared/client-network.ts'
import { throwProblem } from '#server/shared/problem-error.ts'
import { addDays, seoulDate } from '#contract/core/seoul-time.ts'
import { csvFile } from '../csv-export.ts'
import { insertPlayerErrorEvent } from './aggregation-queries.ts'
import { type DateRange, parseDateRange } from './date-range.ts'
import {
  readDailyStats,
  readPlayerErrors,
  readCurrentActivity,
  readWorkStats,
} from './stats-queries.ts'
import { dayColumns, fileNames, playerErrorColumns, workColumns } from './csv-columns.copy.ts'

const fileNameOf = (name: string, { from, to }: DateRange) => `${name}-${from}-${to}`

export function analyticsHandlers({
  limits,
}: {
  limits: boolean
}): Handlers<typeof endpoints.studio_analytics> {
  return {
    async readOverview({ db, now }) {
      const today = seoulDate(now)
      const [present, recent] = await Promise.all([
        readCurrentActivity(db, now),
        readDailyStats(db, { from: addDays(today, -14), to: today }),
      ])
      // `readDailyStats` returns a row for every day, so all fifteen exist.
      const [week_ago, yesterday, last] = [recent[7]!, recent[13]!, recent[14]!]
      return { at: now.toISOString(), ...present, today: last, yesterday, week_ago, recent }
    },

    async listDays({ db, query, now }) {
      const results = await readDailyStats(db, parseDateRange(query, now))
      return { count: results.length, results }
    },
    async downloadDays({ db, query, now }) {
      const range = parseDateRange(query, now)
      return csvFile(fileNameOf(fileNames.days, range), dayColumns, await readDailyStats(db, range))
    },

    async listWorks({ db, query, now }) {
      return { results: await readWorkStats(db, parseDateRange(query, now), query, query.limit) }
    },
    async downloadWorks({ db, query, now }) {
      const range = parseDateRange(query, now)
      const works = await readWorkStats(db, range, query, null)
      return csvFile(fileNameOf(fileNames.works, range), workColumns, works)
    },

    listPlayerErrors: ({ db, query, now }) =>
      readPlayerErrors(db, parseDateRange(query, now), query, query.limit),
    async downloadPlayerErrors({ db, query, now }) {
      const range = parseDateRange(query, now)
      const { results } = await readPlayerErrors(db, range, {}, null)
      return csvFile(fileNameOf(fileNames.player_errors, range), playerErrorColumns, results)
    },

    /** Counts a fatal player error by time, episode and browser. Does not store the viewer. */
    async reportPlayerError({ body, client, now, transact }) {
      const network = clientNetwork(client.address)
      if (limits) await transact((tx) => consumeRateLimit(tx, ['player_errors', network], now))
      const event = { ...body, browser: client.device.slice(0, 100), now }
      if (!(await transact((tx) => insertPlayerErrorEvent(tx, event)))) throwProblem('not_found')
      return null
    },
  }
}
