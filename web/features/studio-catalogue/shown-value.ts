import { won } from '#web/copy/format.ts'
import { catalogueCopy, exactTime } from '#web/copy/studio-catalogue.ts'

const words = catalogueCopy.history

/** A field's value as its history and a conflict show it. */
export function shownValue(field: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return words.none
  switch (field) {
    case 'category_ids':
      return listed((value as number[]).map((id) => catalogueCopy.categories[id] ?? String(id)))
    case 'descriptors':
      return listed(value as string[])
    case 'people':
      return listed(
        (value as { name: string; role: keyof typeof catalogueCopy.people.roles }[]).map(
          ({ name, role }) => `${name}(${catalogueCopy.people.roles[role]})`,
        ),
      )
    case 'opens_at':
    case 'closes_at':
      return exactTime(value as string)
    case 'price':
    case 'rental_price':
      return won(value as number)
    case 'orientation':
      return catalogueCopy.episode.orientations[value as 'horizontal' | 'vertical']
    case 'age_rating':
      return catalogueCopy.ages[value as 'ALL']
    case 'poster':
    case 'backdrop':
    case 'thumbnail':
      return words.set
    case 'seasons':
    case 'episodes':
      return words.order((value as number[]).length)
    default:
      if (typeof value === 'boolean') return value ? words.yes : words.no
      return typeof value === 'string' ? value : JSON.stringify(value)
  }
}

const listed = (items: readonly string[]) => (items.length > 0 ? items.join(', ') : words.none)
