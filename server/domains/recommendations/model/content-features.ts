/** The described properties of a work. */
export type WorkDescription = {
  genres: readonly string[]
  people: readonly string[]
  /** Null if unknown. */
  year: number | null
}

/** Rarity alone gives a person more weight than a genre. Years are compared in steps of five. */
const kindWeights = { genre: 1, person: 1, period: 0.5 }

/** The features of works as sparse rows of length 1, and the works of each feature. */
export type ContentFeatures = {
  rows: readonly ReadonlyMap<number, number>[]
  /** The works that share a feature with others, by feature. */
  works: readonly (readonly number[])[]
}

/** Weighs each feature by the logarithm of its rarity. A feature of a single work is left out. */
export function describeWorks(descriptions: readonly WorkDescription[]): ContentFeatures {
  const ids = new Map<string, number>()
  const works: number[][] = []
  const rows = descriptions.map((description, work) => {
    const row = new Map<number, number>()
    for (const [kind, name] of featuresOf(description)) {
      const key = `${kind} ${name}`
      const id = ids.get(key) ?? ids.size
      ids.set(key, id)
      if (row.has(id)) continue
      row.set(id, kindWeights[kind])
      const members = (works[id] ??= [])
      members.push(work)
    }
    return row
  })
  for (const row of rows) {
    let square = 0
    for (const [id, weight] of row) {
      const { length } = works[id]!
      const value = length < 2 ? 0 : weight * Math.log(descriptions.length / length)
      square += value * value
      if (value > 0) row.set(id, value)
      else row.delete(id)
    }
    for (const [id, value] of row) row.set(id, value / Math.sqrt(square))
  }
  return { rows, works }
}

function featuresOf({ genres, people, year }: WorkDescription) {
  return [
    ...genres.map((name) => ['genre', name] as const),
    ...people.map((name) => ['person', name] as const),
    ...(year === null ? [] : [['period', String(Math.floor(year / 5))] as const]),
  ]
}

/**
 * Adds the cosines of `work` with all other works to `target`.
 * @param target has a number for each work and is zero.
 */
export function addContentSimilarity(
  { rows, works }: ContentFeatures,
  work: number,
  target: Float64Array,
): void {
  for (const [id, value] of rows[work]!)
    for (const other of works[id]!) {
      if (other !== work) target[other]! += value * rows[other]!.get(id)!
    }
}
