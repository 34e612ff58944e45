import { uiMessages } from '#web/ui/messages.ko.ts'
import { searchPath } from '#web/routing/paths.ts'
import { Icon } from '#web/ui/base/icon.tsx'
import { useEffect, useRef, useState, type ComponentType, type MouseEvent } from 'react'
import { Link, useLocation } from 'react-router'

type Box = ComponentType<{ takesFocus: boolean; size: 'md'; onLeave: (back: boolean) => void }>

/** Where a field fits into the header; on a phone the search is a page. */
const hasRoom = () => matchMedia('(min-width: 48rem)').matches

const load = () =>
  import('./search-combobox.tsx').then(({ SearchCombobox: SearchBox }): Box => SearchBox)

/**
 * The way to search in the header: a link to its page, in whose place a field opens where there is room. The field
 * comes when the link is first pointed at; where it does not come, the link leads on.
 */
export function HeaderSearch() {
  const [Box, setBox] = useState<Box | null>(null)
  const link = useRef<HTMLAnchorElement>(null)
  const { pathname, key } = useLocation()
  const [gaveBack, setGaveBack] = useState(false)

  useEffect(() => setBox(null), [key])
  // What had the focus when the field opened has it when the field closes by the keyboard.
  useEffect(() => {
    if (!gaveBack || Box) return
    setGaveBack(false)
    link.current?.focus()
  }, [gaveBack, Box])

  function open(event: MouseEvent<HTMLAnchorElement>) {
    const { metaKey, ctrlKey, shiftKey, altKey, button } = event
    if (button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return
    // Its own page has a field.
    if (pathname === searchPath || !hasRoom()) return
    event.preventDefault()
    load().then(
      (Loaded) => setBox(() => Loaded),
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
        onPointerEnter={() => void load().catch(() => {})}
        {...(Box && { inert: true })}
        className="inline-flex size-11 items-center justify-center rounded-full text-foreground transition-colors duration-(--duration-fast) hover:bg-foreground/12"
      >
        <Icon name="search" className="size-5.5" />
      </Link>
      {Box && (
        <div className="absolute inset-y-0 right-(--page-gutter) left-(--page-gutter) z-raised m-auto h-11 md:left-auto md:w-[min(34rem,72vw)]">
          <Box
            takesFocus
            size="md"
            onLeave={(back) => {
              setGaveBack(back)
              setBox(null)
            }}
          />
        </div>
      )}
    </div>
  )
}
