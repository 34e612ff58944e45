import type { DescribedWork } from '../model-queries.ts'

const maxWorks = 30
/** The credits of a work that are compared: the directors and the leading cast. */
const leadingCredits = 6

/** Lists the works that share leading people with each work, most shared people first. */
export function listSharedCredits(
  works: readonly Pick<DescribedWork, 'id' | 'person_ids'>[],
): number[][] {
  const worksOf = new Map<number, number[]>()
  const leading = works.map(({ person_ids }) => person_ids.slice(0, leadingCredits))
  for (const [index, { id }] of works.entries())
    for (const person of leading[index]!) {
      const own = worksOf.get(person)
      if (own) own.push(id)
      else worksOf.set(person, [id])
    }
  return works.map(({ id }, index) => {
    const counts = new Map<number, number>()
    for (const person of leading[index]!)
      for (const other of worksOf.get(person)!)
        if (other !== id) counts.set(other, (counts.get(other) ?? 0) + 1)
    return [...counts.keys()]
      .sort((one, other) => counts.get(other)! - counts.get(one)! || one - other)
      .slice(0, maxWorks)
  })
}
