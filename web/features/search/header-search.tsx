import { uiMessages } from '#web/ui/messages.ko.ts'
import { searchPath } from '#web/routing/paths.ts'
import { Icon } from '#web/ui/base/icon.tsx'
import { useEffect, useRef, useState, type ComponentType, type MouseEvent } from 'react'
import { Link, useLocation } from 'react-router'

type SearchField = ComponentType<{
  shouldAutoFocus: boolean
  size: 'md'
  onClose: (shouldRestore: boolean) => void
}>

/** Whether a field fits into the header; on a phone the search is a page of its own. */
const hasRoom = () => matchMedia('(min-width: 48rem)').matches

const loadSearchField = () =>
  import('./search-combobox.tsx').then(({ SearchCombobox: SearchBox }): SearchField => SearchBox)

/**
 * The search link in the header. Where there is room, a click opens a search field in its place. The field's code loads
 * on hover; if that fails, the link navigates to the search page.
 */
export function HeaderSearch() {
  const [SearchField, setSearchField] = useState<SearchField | null>(null)
  const link = useRef<HTMLAnchorElement>(null)
  const { pathname, key } = useLocation()
  const [shouldRestoreFocus, setShouldRestoreFocus] = useState(false)

  useEffect(() => setSearchField(null), [key])
  // Returns focus to the link when the field is closed by the keyboard.
  useEffect(() => {
    if (!shouldRestoreFocus || SearchField) return
    setShouldRestoreFocus(false)
    link.current?.focus()
  }, [shouldRestoreFocus, SearchField])

  function open(event: MouseEvent<HTMLAnchorElement>) {
    const { metaKey, ctrlKey, shiftKey, altKey, button } = event
    if (button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return
    // The search page has a field of its own.
    if (pathname === searchPath || !hasRoom()) return
    event.preventDefault()
    loadSearchField().then(
      (Component) => setSearchField(() => Component),
      () => location.assign(searchPath),
    )
  }

  return (
    <div className="size-11">
      <Link
        ref={link}
        to={searchPath}
        aria-label={uiMessages.search}
        title={uiMessages.search}
        onClick={open}
        onPointerEnter={() => void loadSearchField().catch(() => {})}
        {...(SearchField && { inert: true })}
        className="inline-flex size-11 items-center justify-center rounded-full text-foreground transition-colors duration-(--duration-fast) hover:bg-foreground/12"
      >
        <Icon name="search" className="size-6" />
      </Link>
      {SearchField && (
        <div className="absolute inset-y-0 right-(--page-gutter) left-(--page-gutter) z-raised m-auto h-11 md:left-auto md:w-[min(34rem,72vw)]">
          <SearchField
            shouldAutoFocus
            size="md"
            onClose={(shouldRestore) => {
              setShouldRestoreFocus(shouldRestore)
              setSearchField(null)
            }}
          />
        </div>
      )}
    </div>
  )
}
