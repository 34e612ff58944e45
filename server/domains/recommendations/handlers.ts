import { type PersonalRow, personalRowKinds } from '#contract/recommendations/recommendations.ts'
import { ratingsWithin } from '#contract/core/age-limits.ts'
import type { endpoints } from '#contract/index.ts'
import { requireProfile } from '#server/api/access-rules.ts'
import { type Handlers, SerializedJson } from '#server/api/handler.ts'
import type { Database } from '#server/db/client.ts'
import type { SharedCounts } from '#server/shared/ports/shared-counts.ts'
import { throwProblem } from '#server/shared/problem-error.ts'
import { assignArm } from './experiments/experiment-queries.ts'
import { readSimilar, recommendationsCacheTag } from './model-queries.ts'
import type { Recommender, StoredCard } from './recommender.ts'
import { buildRows, type PersonalRowIds } from './rows/personal-rows-policy.ts'
import { type RecommendationSettings, settingsCacheTag } from './staff/override-queries.ts'
import { createDailyLimits } from '#server/api/daily-limits.ts'
import { createRowCounter } from './staff/row-count-queries.ts'
import { deleteRefusal, insertRefusal, upsertTastePicks } from './signal-queries.ts'

const similarWorks = 20

/** The kinds of rows that a treatment leaves. */
const kindsOfTreatment = { taste_only: ['taste'], no_rows: [] } as const

/** The kinds of rows that a profile sees while an experiment runs. */
const kindsFor = (
  experiment: RecommendationSettings['experiment'],
  profile_id: number,
): readonly PersonalRow['kind'][] =>
  experiment && assignArm(experiment.id, profile_id) === 'treatment'
    ? kindsOfTreatment[experiment.treatment]
    : personalRowKinds

type Dependencies = Pick<Database, 'transact'> & {
  sharedCounts?: SharedCounts | undefined
  recommender: Pick<Recommender, 'readModel' | 'readSettings' | 'readSignals' | 'withCards'>
}

export function recommendationsHandlers({
  recommender,
  transact,
  sharedCounts,
}: Dependencies): Handlers<typeof endpoints.recommendations> {
  const countRows = createRowCounter({ transact })
  // A profile counts once a day for each kind of row.
  const dailyLimits = createDailyLimits(sharedCounts)
  return {
    /** One statement reads the signals; neighbours and cards are in memory. A like takes effect immediately, without training. */
    async listPersonalRows({ session, catalogue_limit, now }) {
      const { id: profile_id, age_limit } = requireProfile(session)
      const [model, settings, { signals, has_picked }] = await Promise.all([
        recommender.readModel(),
        recommender.readSettings(),
        recommender.readSignals({ profile_id, now }),
      ])
      const { pinned, excluded, experiment } = settings
      const ratings = ratingsWithin(catalogue_limit)
      const age_group = model.watchedMost(age_limit)
      const kinds = kindsFor(experiment, profile_id)
      return recommender.withCards((cardOf) => {
        const isShown = (id: number) => {
          const card = cardOf(id)
          return card !== undefined && ratings.includes(card.age_rating) && !excluded.has(id)
        }
        const rows = buildRows(signals, model, { now, pinned, age_group, kinds, isShown })
        return serializeRows(rows, cardOf, {
          needs_taste_picks: !has_picked && signals.length === 0,
        })
      })
    },

    async reportRows({ session, body, now }) {
      const { id } = requireProfile(session)
      async function firstToday(figure: string, kinds: readonly PersonalRow['kind'][]) {
        const first: PersonalRow['kind'][] = []
        for (const kind of new Set(kinds))
          if (await dailyLimits.accept([['row_reports', `${figure} ${kind} ${id}`]], now))
            first.push(kind)
        return first
      }
      const impressions = await firstToday('impression', body.impressions)
      const clicks = await firstToday('click', body.clicks)
      if (impressions.length + clicks.length > 0) await countRows({ impressions, clicks, now })
      return null
    },

    async pickTaste({ transact, session, body, now }) {
      const profile = requireProfile(session)
      await transact((tx) => upsertTastePicks(tx, { profile, ...body, now }))
      return null
    },

    async refuseWork({ transact, session, body: { series_id }, now }) {
      const profile = requireProfile(session)
      const exists = await transact((tx) => insertRefusal(tx, { profile, series_id, now }))
      return exists ? null : throwProblem('not_found')
    },

    async restoreWork({ transact, session, params }) {
      const profile = requireProfile(session)
      const wasRefused = await transact((tx) =>
        deleteRefusal(tx, { profile_id: profile.id, series_id: params.id }),
      )
      return wasRefused ? null : throwProblem('not_found')
    },

    async listSimilar({ db, params, catalogue_limit, cacheTag }) {
      cacheTag('catalogue', recommendationsCacheTag, settingsCacheTag)
      const results =
        (await readSimilar(db, params.id, { limit: similarWorks, catalogue_limit })) ??
        throwProblem('not_found')
      return { count: results.length, results }
    },
  }
}

const comma = Buffer.from(',')

/** Joins the bytes of cards to the response of personal rows. */
function serializeRows(
  rows: readonly PersonalRowIds[],
  cardOf: (id: number) => StoredCard | undefined,
  { needs_taste_picks }: { needs_taste_picks: boolean },
): SerializedJson {
  const parts: Buffer[] = []
  let before = '{"rows":['
  for (const { kind, because_of, ids } of rows) {
    const reason = because_of && { id: because_of, title: cardOf(because_of)!.title }
    const because = JSON.stringify(reason)
    parts.push(Buffer.from(`${before}{"kind":"${kind}","because_of":${because},"works":[`))
    for (let place = 0; place < ids.length; place++) {
      if (place > 0) parts.push(comma)
      parts.push(cardOf(ids[place]!)!.json)
    }
    before = ']},'
  }
  const end = rows.length > 0 ? ']}' : before
  parts.push(Buffer.from(`${end}],"needs_taste_picks":${needs_taste_picks}}`))
  return new SerializedJson(Buffer.concat(parts))
}
