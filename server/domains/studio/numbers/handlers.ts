import type { endpoints } from '#contract/index.ts'
import type { Handlers } from '#server/kernel/handler.ts'
import { dayAfter, dayInSeoul } from '#contract/seoul.ts'
import { csvFile } from '../csv.ts'
import { type Range, rangeOf } from './days.ts'
import { readDays, readPlayerErrors, readPresent, readWorks } from './queries.ts'
import { reportPlayerError } from './report-player-error.ts'
import { dayColumns, fileNames, playerErrorColumns, workColumns } from './tables.copy.ts'

const named = (name: string, { from, to }: Range) => `${name}-${from}-${to}`

export function numbersHandlers({
  limits,
}: {
  limits: boolean
}): Handlers<typeof endpoints.studio_numbers> {
  return {
    async readOverview({ db, now }) {
      const today = dayInSeoul(now)
      const [present, recent] = await Promise.all([
        readPresent(db, now),
        readDays(db, { from: dayAfter(today, -14), to: today }),
      ])
      // Fifteen days, of which each is there.
      const [week_ago, yesterday, last] = [recent[7]!, recent[13]!, recent[14]!]
      return { at: now.toISOString(), ...present, today: last, yesterday, week_ago, recent }
    },

    async listDays({ db, query, now }) {
      const results = await readDays(db, rangeOf(query, now))
      return { count: results.length, results }
    },
    async downloadDays({ db, query, now }) {
      const range = rangeOf(query, now)
      return csvFile(named(fileNames.days, range), dayColumns, await readDays(db, range))
    },

    async listWorks({ db, query, now }) {
      return { results: await readWorks(db, rangeOf(query, now), query, query.limit) }
    },
    async downloadWorks({ db, query, now }) {
      const range = rangeOf(query, now)
      const works = await readWorks(db, range, query, null)
      return csvFile(named(fileNames.works, range), workColumns, works)
    },

    listPlayerErrors: ({ db, query, now }) =>
      readPlayerErrors(db, rangeOf(query, now), query, query.limit),
    async downloadPlayerErrors({ db, query, now }) {
      const range = rangeOf(query, now)
      const { results } = await readPlayerErrors(db, range, {}, null)
      return csvFile(named(fileNames.player_errors, range), playerErrorColumns, results)
    },

    async reportPlayerError({ body, ...caller }) {
      await reportPlayerError(caller, body, limits)
      return null
    },
  }
}
