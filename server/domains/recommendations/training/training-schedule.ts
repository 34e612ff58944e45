/** The hour in Seoul after which a new model is trained each day, when few people watch. */
const nightlyHour = 4
/** Seoul is nine hours ahead of UTC, without summer time. */
const nightlyHourUtc = nightlyHour - 9
const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** After works were published or removed, in ms. */
const afterChangeMs = 10 * 60_000

/** Whether to train: without a model, once a night, and some minutes after the number of public works changed. */
export function isTrainingDue(
  current: { trained_at: string; work_count: number } | undefined,
  work_count: number,
  now: Date,
): boolean {
  if (!current) return true
  const trained = Date.parse(current.trained_at)
  const time = now.getTime()
  const lastNight =
    Math.floor((time - nightlyHourUtc * hourMs) / dayMs) * dayMs + nightlyHourUtc * hourMs
  if (trained < lastNight) return true
  return work_count !== current.work_count && time - trained >= afterChangeMs
}
