import { formatYear } from '#web/lib/format.ts'
import { searchMessages } from './messages.ko.ts'
import { Avatar } from '#web/ui/base/avatar.tsx'
import { AgeRatingBadge } from '#web/features/catalog/cards/content-badges.tsx'
import { Icon } from '#web/ui/base/icon.tsx'
import { Highlight } from '#web/ui/layout/highlight.tsx'
import { ResponsiveImage } from '#web/ui/base/responsive-image.tsx'
import type { ReactNode } from 'react'
import { type SearchOption, matchedOriginalName, type SuggestionState } from './suggestions.ts'

/** The element id of an option of the list `list`. */
export const optionId = (listId: string, { key }: SearchOption) =>
  `${listId}-${key.replace(/\s/g, '_')}`

type RenderOption = (option: SearchOption, children: ReactNode, sizeClass: string) => ReactNode

/** The listbox below the field. The field keeps focus; the active option is `aria-activedescendant`. */
export function SearchListbox({
  listId,
  options,
  activeOption,
  query,
  suggestions,
  onSelect,
  onActiveChange,
  onRemoveRecent,
  onClearRecent,
}: {
  listId: string
  options: readonly SearchOption[]
  activeOption: SearchOption | undefined
  query: string
  suggestions: SuggestionState
  onSelect: (option: SearchOption) => void
  onActiveChange: (index: number) => void
  onRemoveRecent: (query: string) => void
  onClearRecent: () => void
}) {
  const recent = options.filter(({ kind }) => kind === 'recent')
  const popular = options.filter(({ kind }) => kind === 'popular')
  const renderOption: RenderOption = (option, children, sizeClass) => (
    // Keyboard events go to the field, which keeps focus.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      key={option.key}
      id={optionId(listId, option)}
      role="option"
      tabIndex={-1}
      aria-selected={option === activeOption}
      onClick={() => onSelect(option)}
      onPointerMove={() => option === activeOption || onActiveChange(options.indexOf(option))}
      className={`flex cursor-pointer items-center gap-3 rounded-card px-3 ${sizeClass} ${option === activeOption ? 'bg-surface-high' : ''}`}
    >
      {children}
    </div>
  )
  return (
    <div
      role="presentation"
      // A press here must not take focus out of the field.
      onMouseDown={(event) => event.preventDefault()}
      className="absolute inset-x-0 top-full z-popup mt-2 max-h-[min(62dvh,38rem)] overflow-y-auto overscroll-contain rounded-sheet bg-surface-raised p-2 shadow-float"
    >
      {query !== '' && suggestions.interpreted_as && (
        <p className="px-3 pt-2 pb-1 text-sm text-foreground-muted">
          {searchMessages.interpreted_as(suggestions.q, suggestions.interpreted_as)}
        </p>
      )}
      {query !== '' && suggestions.failed && (
        <p className="px-3 pt-2 pb-1 text-sm text-foreground-subtle">
          {searchMessages.suggest_failed}
        </p>
      )}
      <div className="relative">
        <div role="listbox" id={listId} aria-label={searchMessages.suggestions}>
          {recent.length > 0 && (
            <RecentSearches listId={listId} options={recent} renderOption={renderOption} />
          )}
          {popular.length > 0 && (
            <PopularSearches
              listId={listId}
              options={popular}
              renderOption={renderOption}
              isBelowRecent={recent.length > 0}
            />
          )}
          {options.map((option) => renderSuggestion(option, renderOption))}
        </div>
        {recent.length > 0 && (
          <RecentSearchButtons
            recent={recent}
            onRemoveRecent={onRemoveRecent}
            onClearRecent={onClearRecent}
          />
        )}
      </div>
    </div>
  )
}

/** Renders an option of a query. Those of an empty field are rendered in groups. */
function renderSuggestion(option: SearchOption, renderOption: RenderOption): ReactNode {
  switch (option.kind) {
    case 'series':
      return renderOption(option, <TitleOption {...option.suggestion} />, 'min-h-15 py-2')
    case 'person':
      return renderOption(option, <PersonOption {...option.suggestion} />, 'min-h-15 py-2')
    case 'all':
      return renderOption(
        option,
        <>
          <span className="flex w-9 shrink-0 justify-center">
            <Icon name="search" className="size-5 text-accent" />
          </span>
          <span className="truncate font-semibold">{searchMessages.all_of(option.query)}</span>
        </>,
        'h-12',
      )
    default:
      return null
  }
}

type GroupProps = {
  listId: string
  options: readonly SearchOption[]
  renderOption: RenderOption
}

function OptionGroup({
  id,
  title,
  className,
  children,
}: {
  id: string
  title: string
  className?: string
  children: ReactNode
}) {
  return (
    <div role="group" aria-labelledby={id} className={className}>
      <p
        id={id}
        role="presentation"
        className="flex h-11 items-center px-3 text-sm font-semibold text-foreground-muted"
      >
        {title}
      </p>
      {children}
    </div>
  )
}

const RecentSearches = ({ listId, options, renderOption }: GroupProps) => (
  <OptionGroup id={`${listId}-recent`} title={searchMessages.recent}>
    {options.map((option) =>
      renderOption(
        option,
        <>
          <Icon name="clock" className="size-5 text-foreground-subtle" />
          <span className="truncate">{option.query}</span>
        </>,
        'h-11 pr-13',
      ),
    )}
  </OptionGroup>
)

const PopularSearches = ({
  listId,
  options,
  isBelowRecent,
  renderOption,
}: GroupProps & { isBelowRecent: boolean }) => (
  <OptionGroup
    id={`${listId}-popular`}
    title={searchMessages.popular_searches}
    className={isBelowRecent ? 'mt-2 border-t border-border pt-2' : ''}
  >
    <div role="presentation" className="sm:grid sm:grid-flow-col sm:grid-cols-2 sm:grid-rows-5">
      {options.map((option, index) =>
        renderOption(
          option,
          <>
            <span
              aria-hidden="true"
              className={`w-5 shrink-0 text-center font-bold tabular-nums ${index < 3 ? 'text-accent' : 'text-foreground-subtle'}`}
            >
              {index + 1}
            </span>
            <span className="truncate">{option.query}</span>
          </>,
          'h-11 min-w-0',
        ),
      )}
    </div>
  </OptionGroup>
)

/** ARIA does not allow buttons in a listbox, so they are in a separate column. */
function RecentSearchButtons({
  recent,
  onRemoveRecent,
  onClearRecent,
}: {
  recent: readonly SearchOption[]
  onRemoveRecent: (query: string) => void
  onClearRecent: () => void
}) {
  return (
    <div className="absolute top-0 right-0 flex flex-col items-end">
      <button
        type="button"
        onClick={onClearRecent}
        className="h-11 rounded-control px-3 text-sm text-foreground-subtle hover:bg-surface-high hover:text-foreground"
      >
        {searchMessages.clear_recent}
      </button>
      {recent.map(({ query }) => (
        <button
          key={query}
          type="button"
          aria-label={searchMessages.remove_recent(query)}
          title={searchMessages.remove_recent(query)}
          onClick={() => onRemoveRecent(query)}
          className="flex size-11 items-center justify-center rounded-control text-foreground-subtle hover:bg-surface-high hover:text-foreground"
        >
          <Icon name="close" className="pointer-events-none size-4" />
        </button>
      ))}
    </div>
  )
}

function TitleOption({
  series,
  highlights: matched,
  highlights_original: matched_original,
}: Extract<SearchOption, { kind: 'series' }>['suggestion']) {
  const originalName = matchedOriginalName(series.title_original, matched_original)
  const details = [series.released_on && formatYear(series.released_on), series.categories[0]?.name]
  return (
    <>
      <span className="w-9 shrink-0">
        <ResponsiveImage
          url={series.poster_url}
          kind="poster"
          color={series.poster_color}
          sizes="36px"
          className="rounded-control"
        />
      </span>
      <span className="min-w-0 grow">
        <span className="line-clamp-1 font-semibold">
          <Highlight text={series.title} ranges={matched} />
        </span>
        {originalName && (
          <span lang="und" className="line-clamp-1 text-xs text-foreground-muted">
            <Highlight text={originalName} ranges={matched_original} />
          </span>
        )}
        <span className="flex items-center gap-2 text-xs text-foreground-subtle tabular-nums">
          <AgeRatingBadge code={series.age_rating} />
          {details.filter(Boolean).join(' · ')}
        </span>
      </span>
    </>
  )
}

function PersonOption({
  person,
  highlights: matched,
  highlights_original: matched_original,
}: Extract<SearchOption, { kind: 'person' }>['suggestion']) {
  const originalName = matchedOriginalName(person.name_original, matched_original)
  return (
    <>
      <span className="flex w-9 shrink-0 justify-center">
        <Avatar name={person.name} size="sm" />
      </span>
      <span className="min-w-0 grow">
        <span className="line-clamp-1 font-semibold">
          <Highlight text={person.name} ranges={matched} />
        </span>
        <span className="line-clamp-1 text-xs text-foreground-subtle">
          {searchMessages.person}
          {originalName && (
            <span lang="und">
              {' · '}
              <Highlight text={originalName} ranges={matched_original} />
            </span>
          )}
        </span>
      </span>
    </>
  )
}
