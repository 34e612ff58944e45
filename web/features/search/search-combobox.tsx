import { searchMessages } from './messages.ko.ts'
import { searchPath } from '#web/routing/paths.ts'
import { Spinner } from '#web/ui/base/button.tsx'
import { useUrlSearchField } from '#web/ui/forms/use-url-search-field.ts'
import { Icon } from '#web/ui/base/icon.tsx'
import { useEffect, useId, useState, type FocusEvent, type KeyboardEvent } from 'react'
import { Form, useNavigate, useNavigation } from 'react-router'
import { type SearchParams, maxQueryLength, normalizeQuery } from './search-params.ts'
import { initialOptions, type SearchOption, suggestionOptions } from './search-options.ts'
import { useRecentSearches } from './search-options.ts'
import { optionId, SearchListbox } from './search-listbox.tsx'
import { usePopularSearches, useSuggestions } from './suggestions.ts'

/**
 * Whether a key belongs to the input method. WebKit ends the composition before it tells of the key that ended it,
 * and says so by the number alone.
 */
const isComposing = ({ nativeEvent, keyCode }: KeyboardEvent) =>
  nativeEvent.isComposing || keyCode === 229

/**
 * The search field with its list (combobox with a listbox, WAI-ARIA 1.2). Without a script it is a form that asks by
 * address.
 */
export function SearchCombobox({
  q = '',
  type = 'all',
  bare = false,
  takesFocus = false,
  size = 'lg',
  onLeave,
}: {
  /** What the address asks for. */
  q?: string
  type?: SearchParams['type']
  /** No list below the empty field: the page has it. */
  bare?: boolean
  /** Opened by pressing an icon whose place it takes. */
  takesFocus?: boolean
  size?: 'md' | 'lg'
  /** Esc in a field with nothing to close or to clear, or its ✕; and whatever it led to. */
  onLeave?: (back: boolean) => void
}) {
  const list = useId()
  const [text, setText] = useState(q)
  const [wantsList, setWantsList] = useState(false)
  const [active, setActive] = useState(-1)
  const [said, setSaid] = useState('')
  const { recent, add, drop, dropAll } = useRecentSearches()
  const { suggestions, typed, stop } = useSuggestions()
  const asked = normalizeQuery(text)
  const popular = usePopularSearches(wantsList && asked === '' && !bare)
  const navigate = useNavigate()
  const navigation = useNavigation()
  const asks = useUrlSearchField(q, (field, isTyped) => {
    setWantsList(isTyped && field === document.activeElement)
    if (isTyped) return change(field.value)
    setText(q)
    setActive(-1)
  })
  const { field } = asks

  const options =
    asked === '' ? initialOptions(recent, popular) : suggestionOptions(asked, suggestions)
  const open = wantsList && options.length > 0 && (asked !== '' || !bare)
  const chosen = open ? options[active] : undefined
  const busy = navigation.location?.pathname === searchPath

  function change(next: string) {
    setText(next)
    setActive(-1)
    typed(normalizeQuery(next))
  }

  function close() {
    stop()
    setWantsList(false)
    setActive(-1)
  }

  function write(next: string) {
    asks.put(next)
    setText(next)
    setActive(-1)
    // What was chosen needs no suggestions.
    if (next === '') typed('')
  }

  useEffect(() => {
    if (takesFocus) field.current?.focus({ preventScroll: true })
  }, [takesFocus, field])
  useEffect(() => {
    if (chosen)
      document.getElementById(optionId(list, chosen))?.scrollIntoView({ block: 'nearest' })
  }, [chosen, list])

  function choose(option: SearchOption) {
    add(option.word)
    if (option.kind !== 'series') write(option.word)
    close()
    asks.sent()
    onLeave?.(false)
    void navigate(option.to)
  }

  function dropOne(word: string) {
    drop(word)
    setSaid(searchMessages.dropped(word))
    setActive(-1)
    field.current?.focus()
  }

  /** What the key does here, or null where it is the field's own. */
  function verbOf(key: string): (() => void) | null {
    const last = options.length - 1
    switch (key) {
      case 'ArrowDown':
        return () => {
          setWantsList(true)
          setActive(open && active < last ? active + 1 : open ? -1 : 0)
        }
      case 'ArrowUp':
        return () => {
          setWantsList(true)
          setActive(open && active >= 0 ? active - 1 : last)
        }
      case 'Home':
        return chosen ? () => setActive(0) : null
      case 'End':
        return chosen ? () => setActive(last) : null
      case 'Enter':
        return chosen ? () => choose(chosen) : null
      case 'Delete':
        return chosen?.kind === 'recent' ? () => dropOne(chosen.word) : null
      case 'Escape':
        if (open && asked !== '') return close
        if (text) return () => write('')
        return onLeave ? () => onLeave(true) : close
      default:
        return null
    }
  }

  function press(event: KeyboardEvent) {
    if (isComposing(event)) {
      if (event.key === 'Enter') event.preventDefault()
      return
    }
    const verb = verbOf(event.key)
    if (!verb) return
    event.preventDefault()
    verb()
  }

  function blur({ relatedTarget, currentTarget }: FocusEvent<HTMLElement>) {
    if (currentTarget.contains(relatedTarget)) return
    close()
    // Where the window itself loses the focus, the field stays.
    if (document.hasFocus() && asked === '') onLeave?.(false)
  }

  const height = size === 'lg' ? 'h-13 text-lg' : 'h-11 text-base'
  return (
    <Form
      action={searchPath}
      role="search"
      aria-label={searchMessages.search}
      className="relative"
      onBlur={blur}
      onSubmit={(event) => {
        if (asked === '') event.preventDefault()
        else {
          add(asked)
          close()
          asks.sent()
          onLeave?.(false)
        }
      }}
    >
      <span className="pointer-events-none absolute inset-y-0 left-4 flex items-center text-foreground-subtle max-[18rem]:hidden">
        {busy ? <Spinner className="size-5" /> : <Icon name="search" className="size-5" />}
      </span>
      <input
        ref={field}
        type="text"
        name="q"
        defaultValue={q}
        required
        pattern=".*\S.*"
        maxLength={maxQueryLength}
        autoComplete="off"
        autoCorrect="off"
        autoCapitalize="off"
        spellCheck={false}
        enterKeyHint="search"
        inputMode="search"
        role="combobox"
        aria-label={searchMessages.label}
        aria-autocomplete="list"
        aria-expanded={open}
        {...(open && { 'aria-controls': list })}
        {...(chosen && { 'aria-activedescendant': optionId(list, chosen) })}
        placeholder={searchMessages.placeholder}
        onFocus={() => asked === '' && setWantsList(true)}
        onClick={() => setWantsList(true)}
        onInput={(event) => {
          asks.typed()
          setWantsList(true)
          change(event.currentTarget.value)
        }}
        onKeyDown={press}
        className={`${height} w-full rounded-xl bg-surface-raised pl-12 inset-ring inset-ring-control-border/70 placeholder:text-foreground-subtle max-[18rem]:pl-4 max-[18rem]:pr-12 ${text ? 'pr-32' : 'pr-20'}`}
      />
      {type !== 'all' && <input type="hidden" name="type" value={type} />}
      <div className="absolute inset-y-0 right-1 flex items-center">
        {(text !== '' || onLeave) && (
          <button
            type="button"
            aria-label={text ? searchMessages.clear : searchMessages.close}
            title={text ? searchMessages.clear : searchMessages.close}
            onClick={() => {
              if (text === '') onLeave?.(true)
              else {
                write('')
                setWantsList(true)
                field.current?.focus()
              }
            }}
            className="flex size-11 items-center justify-center rounded-lg text-foreground-subtle hover:text-foreground"
          >
            <Icon name="close" className="size-4.5" />
          </button>
        )}
        <button
          type="submit"
          className="min-h-11 rounded-lg px-4 text-base font-bold text-accent-bright hover:bg-surface-high max-[18rem]:sr-only"
        >
          {searchMessages.submit}
        </button>
      </div>
      {open && (
        <SearchListbox
          {...{ list, options, chosen, asked, suggestions }}
          onChoose={choose}
          onPoint={setActive}
          onDrop={dropOne}
          onDropAll={() => {
            dropAll()
            setSaid(searchMessages.dropped_all)
            setActive(-1)
            field.current?.focus()
          }}
        />
      )}
      <p role="status" className="sr-only">
        {open && asked !== '' && suggestions.q === asked && !suggestions.failed
          ? searchMessages.suggested(suggestions.results.length)
          : said}
      </p>
    </Form>
  )
}
