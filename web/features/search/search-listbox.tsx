import { formatYear } from '#web/lib/format.ts'
import { searchMessages } from './messages.ko.ts'
import { Avatar } from '#web/ui/base/avatar.tsx'
import { AgeRatingBadge } from '#web/features/catalog/cards/content-badges.tsx'
import { Icon } from '#web/ui/base/icon.tsx'
import { Highlight } from '#web/ui/layout/highlight.tsx'
import { ResponsiveImage } from '#web/ui/base/responsive-image.tsx'
import type { ReactNode } from 'react'
import { type SearchOption, matchedOriginalName } from './search-options.ts'
import type { SuggestionState } from './suggestions.ts'

/** The id of a line of the list whose id is `list`. */
export const optionId = (list: string, { key }: SearchOption) =>
  `${list}-${key.replace(/\s/g, '_')}`

/** The list below the field. The focus stays in the field: here is only pointed. */
export function SearchListbox({
  list,
  options,
  chosen,
  asked,
  suggestions,
  onChoose,
  onPoint,
  onDrop,
  onDropAll,
}: {
  list: string
  options: readonly SearchOption[]
  chosen: SearchOption | undefined
  asked: string
  suggestions: SuggestionState
  onChoose: (option: SearchOption) => void
  onPoint: (at: number) => void
  onDrop: (word: string) => void
  onDropAll: () => void
}) {
  const recent = options.filter(({ kind }) => kind === 'recent')
  const popular = options.filter(({ kind }) => kind === 'popular')
  const line = (option: SearchOption, children: ReactNode, shape: string) => (
    // Its keys are the field's, which keeps the focus.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      key={option.key}
      id={optionId(list, option)}
      role="option"
      tabIndex={-1}
      aria-selected={option === chosen}
      onClick={() => onChoose(option)}
      onPointerMove={() => option === chosen || onPoint(options.indexOf(option))}
      className={`flex cursor-pointer items-center gap-3 rounded-lg px-3 ${shape} ${option === chosen ? 'bg-surface-high' : ''}`}
    >
      {children}
    </div>
  )
  return (
    <div
      role="presentation"
      // What is pressed here must not take the focus out of the field.
      onMouseDown={(event) => event.preventDefault()}
      className="absolute inset-x-0 top-full z-popup mt-2 max-h-[min(62dvh,38rem)] overflow-y-auto overscroll-contain rounded-xl bg-surface-raised p-1.5 shadow-float"
    >
      {asked !== '' && suggestions.interpreted_as && (
        <p className="px-3 pt-2 pb-1 text-sm text-foreground-muted">
          {searchMessages.interpreted_as(suggestions.q, suggestions.interpreted_as)}
        </p>
      )}
      {asked !== '' && suggestions.failed && (
        <p className="px-3 pt-2 pb-1 text-sm text-foreground-subtle">
          {searchMessages.suggest_failed}
        </p>
      )}
      <div className="relative">
        <div role="listbox" id={list} aria-label={searchMessages.suggestions}>
          {recent.length > 0 && (
            <div role="group" aria-labelledby={`${list}-recent`}>
              <p id={`${list}-recent`} role="presentation" className={heading}>
                {searchMessages.recent}
              </p>
              {recent.map((option) =>
                line(
                  option,
                  <>
                    <Icon name="clock" className="size-4.5 text-foreground-subtle" />
                    <span className="truncate">{option.word}</span>
                  </>,
                  'h-11 pr-13',
                ),
              )}
            </div>
          )}
          {popular.length > 0 && (
            <div
              role="group"
              aria-labelledby={`${list}-popular`}
              className={recent.length > 0 ? 'mt-1.5 border-t border-border pt-1.5' : ''}
            >
              <p id={`${list}-popular`} role="presentation" className={heading}>
                {searchMessages.popular_words}
              </p>
              <div
                role="presentation"
                className="sm:grid sm:grid-flow-col sm:grid-cols-2 sm:grid-rows-5"
              >
                {popular.map((option, at) =>
                  line(
                    option,
                    <>
                      <span
                        aria-hidden="true"
                        className={`w-5 shrink-0 text-center font-bold tabular-nums ${at < 3 ? 'text-accent' : 'text-foreground-subtle'}`}
                      >
                        {at + 1}
                      </span>
                      <span className="truncate">{option.word}</span>
                    </>,
                    'h-11 min-w-0',
                  ),
                )}
              </div>
            </div>
          )}
          {options.map((option) => {
            switch (option.kind) {
              case 'series':
                return line(option, <Work {...option.found} />, 'min-h-15 py-1.5')
              case 'person':
                return line(option, <Person {...option.found} />, 'min-h-15 py-1.5')
              case 'all':
                return line(
                  option,
                  <>
                    <span className="flex w-9 shrink-0 justify-center">
                      <Icon name="search" className="size-4.5 text-accent" />
                    </span>
                    <span className="truncate font-semibold">
                      {searchMessages.all_of(option.word)}
                    </span>
                  </>,
                  'h-12',
                )
              default:
                return null
            }
          })}
        </div>
        {/* Buttons may not stand in a list of options: theirs is a column of its own beside it, line by line. */}
        {recent.length > 0 && (
          <div className="absolute top-0 right-0 flex flex-col items-end">
            <button
              type="button"
              onClick={onDropAll}
              className="h-11 rounded-lg px-3 text-sm text-foreground-subtle hover:bg-surface-high hover:text-foreground"
            >
              {searchMessages.drop_all}
            </button>
            {recent.map(({ word }) => (
              <button
                key={word}
                type="button"
                aria-label={searchMessages.drop(word)}
                title={searchMessages.drop(word)}
                onClick={() => onDrop(word)}
                className="flex size-11 items-center justify-center rounded-lg text-foreground-subtle hover:bg-surface-high hover:text-foreground"
              >
                <Icon name="close" className="pointer-events-none size-4" />
              </button>
            ))}
          </div>
        )}
      </div>
    </div>
  )
}

const heading = 'flex h-11 items-center px-3 text-sm font-semibold text-foreground-muted'

function Work({
  series,
  highlights: matched,
  highlights_original: matched_original,
}: Extract<SearchOption, { kind: 'series' }>['found']) {
  const other = matchedOriginalName(series.title_original, matched_original)
  const facts = [series.released_on && formatYear(series.released_on), series.categories[0]?.name]
  return (
    <>
      <span className="w-9 shrink-0">
        <ResponsiveImage
          url={series.poster_url}
          kind="poster"
          color={series.poster_color}
          sizes="36px"
          className="rounded-sm"
        />
      </span>
      <span className="min-w-0 grow">
        <span className="line-clamp-1 font-semibold">
          <Highlight text={series.title} matched={matched} />
        </span>
        {other && (
          <span lang="und" className="line-clamp-1 text-xs text-foreground-muted">
            <Highlight text={other} matched={matched_original} />
          </span>
        )}
        <span className="flex items-center gap-1.5 text-xs text-foreground-subtle tabular-nums">
          <AgeRatingBadge code={series.age_rating} />
          {facts.filter(Boolean).join(' · ')}
        </span>
      </span>
    </>
  )
}

function Person({
  person,
  highlights: matched,
  highlights_original: matched_original,
}: Extract<SearchOption, { kind: 'person' }>['found']) {
  const other = matchedOriginalName(person.name_original, matched_original)
  return (
    <>
      <span className="flex w-9 shrink-0 justify-center">
        <Avatar name={person.name} size="sm" />
      </span>
      <span className="min-w-0 grow">
        <span className="line-clamp-1 font-semibold">
          <Highlight text={person.name} matched={matched} />
        </span>
        <span className="line-clamp-1 text-xs text-foreground-subtle">
          {searchMessages.person}
          {other && (
            <span lang="und">
              {' · '}
              <Highlight text={other} matched={matched_original} />
            </span>
          )}
        </span>
      </span>
    </>
  )
}
