import { AgeSelect, DecadeSelect } from '#web/features/catalog/browse/filter-selects.tsx'
import { searchMessages } from './messages.ko.ts'
import { searchPath } from '#web/routing/paths.ts'
import { Button } from '#web/ui/base/button.tsx'
import { Icon } from '#web/ui/base/icon.tsx'
import { ChipLink } from '#web/ui/forms/chip.tsx'
import { Select } from '#web/ui/forms/form-controls.tsx'
import { Form, useNavigate, useNavigation } from 'react-router'
import {
  searchUrl,
  type SearchParams,
  parseSearchParams,
  isFiltered,
  noFilters,
} from './search-params.ts'

/** Selects and links that work without JavaScript; with it, a change applies at once. */
export function SearchFilters({
  params,
  categories,
}: {
  params: SearchParams
  categories: readonly { id: number; name: string }[]
}) {
  const { q, type, category, age_rating, decade, year, is_free, is_dubbed } = params
  const navigate = useNavigate()
  const navigation = useNavigation()
  return (
    <section
      aria-label={searchMessages.filters}
      className="-mx-(--page-gutter) mt-3 overflow-x-auto px-(--page-gutter) py-1 [scrollbar-width:none]"
    >
      <Form
        action={searchPath}
        // The defaults come from the address, so another address needs another form.
        key={searchUrl(params)}
        onChange={({ target }) => {
          if (!(target instanceof HTMLSelectElement)) return
          // The form shows the last page rendered. A tab clicked just before may already be in the address, or on its
          // way.
          const next = new URLSearchParams((navigation.location ?? window.location).search)
          next.set(target.name, target.value)
          next.delete('page')
          if (target.name === 'decade') next.delete('year')
          void navigate(searchUrl(parseSearchParams(next)), { preventScrollReset: true })
        }}
        className="flex w-max items-center gap-2"
      >
        <input type="hidden" name="q" value={q} />
        {type !== 'all' && <input type="hidden" name="type" value={type} />}
        {is_free && <input type="hidden" name="is_free" value="true" />}
        {is_dubbed && <input type="hidden" name="is_dubbed" value="true" />}
        {year !== null && <input type="hidden" name="year" value={year} />}
        <ChipLink
          to={searchUrl({ ...params, is_free: !is_free, page: 1 })}
          selected={is_free}
          preventScrollReset
        >
          {searchMessages.free}
        </ChipLink>
        <ChipLink
          to={searchUrl({ ...params, is_dubbed: !is_dubbed, page: 1 })}
          selected={is_dubbed}
          preventScrollReset
        >
          {searchMessages.dubbed}
        </ChipLink>
        <Select
          name="category"
          aria-label={searchMessages.category}
          defaultValue={category ?? ''}
          className="w-38"
        >
          <option value="">{searchMessages.any_category}</option>
          {categories.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
        <AgeSelect defaultValue={age_rating ?? ''} />
        <DecadeSelect defaultValue={decade ?? ''} />
        {year !== null && (
          <ChipLink
            to={searchUrl({ ...params, year: null, page: 1 })}
            selected
            aria-label={searchMessages.remove_intent(searchMessages.year_of(year))}
            preventScrollReset
          >
            {searchMessages.year_of(year)}
            <Icon name="close" className="size-3.5" />
          </ChipLink>
        )}
        {isFiltered(params) && (
          <ChipLink to={searchUrl({ ...params, ...noFilters, page: 1 })} preventScrollReset>
            {searchMessages.reset}
          </ChipLink>
        )}
        <noscript>
          <Button type="submit">{searchMessages.apply}</Button>
        </noscript>
      </Form>
    </section>
  )
}
