import { draftStorage } from '#web/lib/drafts.ts'
import { iconNames, type IconName } from '#web/ui/base/icon-names.ts'

/** A choice that led to a page. Members and inquiries are named by their number: the list stays on the device. */
export type RecentChoice = { key: string; title: string; to: string; icon: IconName }

const maxChoices = 6
const storageOf = (member_id: number) => draftStorage('studio.palette', member_id)

/** The choices after another one, newest first, each once. */
export const withChoice = (
  choices: readonly RecentChoice[],
  choice: RecentChoice,
): RecentChoice[] =>
  [choice, ...choices.filter(({ key }) => key !== choice.key)].slice(0, maxChoices)

/** The newest choices of a member on this device, newest first. Logging out removes them. */
export function readRecentChoices(member_id: number): RecentChoice[] {
  return parseChoices(storageOf(member_id).read())
}

export function saveChoice(member_id: number, choice: RecentChoice): void {
  const choices = withChoice(readRecentChoices(member_id), choice)
  storageOf(member_id).save(JSON.stringify(choices))
}

/** Leaves out what is not a choice, such as that of a later version. */
export function parseChoices(text: string | null): RecentChoice[] {
  try {
    const list: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(list) ? list.filter(isChoice) : []
  } catch {
    return []
  }
}

function isChoice(value: unknown): value is RecentChoice {
  if (typeof value !== 'object' || value === null) return false
  const { key, title, to, icon } = value as Partial<Record<keyof RecentChoice, unknown>>
  return (
    typeof key === 'string' &&
    typeof title === 'string' &&
    typeof to === 'string' &&
    to.startsWith('/studio') &&
    iconNames.includes(icon as IconName)
  )
}
