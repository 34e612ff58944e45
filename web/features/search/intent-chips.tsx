import { searchPath } from '#web/routing/paths.ts'
import { Icon } from '#web/ui/base/icon.tsx'
import { ChipLink } from '#web/ui/forms/chip.tsx'
import type { SearchPage } from './load-search.ts'
import { searchMessages } from './messages.ko.ts'
import { type SearchParams, searchUrl } from './search-params.ts'

/** Chips for the intents of the query. Each is a link to the query without the words of the intent. */
export function IntentChips({
  params,
  intents,
}: Pick<SearchPage, 'intents'> & { params: SearchParams }) {
  if (intents.length === 0) return null
  return (
    <ul aria-label={searchMessages.intents} className="flex flex-wrap gap-2 pb-2">
      {intents.map(({ label, without, is_applied }) => (
        <li key={label} className="max-w-full">
          <ChipLink
            to={without === '' ? searchPath : searchUrl({ ...params, q: without, page: 1 })}
            aria-label={searchMessages.remove_intent(label)}
            preventScrollReset
            className={`max-w-full ${is_applied ? '' : 'border border-dashed border-border'}`}
          >
            <span className="truncate">{label}</span>
            <Icon name="close" className="size-3.5 shrink-0" />
          </ChipLink>
        </li>
      ))}
    </ul>
  )
}
