import { Button } from '#web/ui/base/button.tsx'
import { Icon } from '#web/ui/base/icon.tsx'
import { useEffect, useRef, type FormEvent, type ReactNode, type RefObject } from 'react'
import { useLocation } from 'react-router'
import { useJoinStore } from './join-store.ts'

/**
 * One step: what it wants, why, and one way on, which on a phone stays at hand above the keyboard.
 */
export function StepForm({
  heading,
  lead,
  submit,
  busy = false,
  ready = true,
  onSubmit,
  refusal,
  children,
}: {
  heading: string
  lead?: ReactNode
  submit: string
  busy?: boolean
  /** Whether going on can succeed. Trying says what is missing, so the button is not out of reach. */
  ready?: boolean
  onSubmit: (event: FormEvent) => void
  /** What the server refused, beside the button that asked for it. */
  refusal?: ReactNode
  children?: ReactNode
}) {
  const form = useRef<HTMLFormElement>(null)
  useKeyboardInset()
  useStepFocus(form, heading)
  return (
    <form
      ref={form}
      noValidate
      onSubmit={onSubmit}
      className="flex grow flex-col max-md:[&_:is(a,button,input)]:scroll-mb-28"
    >
      <StepHeading lead={lead}>{heading}</StepHeading>
      <StepNotice />
      <div className="mt-7 grow md:mt-8">{children}</div>
      <div className="sticky bottom-(--keyboard-inset,0px) z-sticky -mx-(--page-gutter) mt-4 bg-linear-to-t from-background from-75% to-background/0 px-(--page-gutter) pt-5 pb-[max(1rem,env(safe-area-inset-bottom,0px))] md:static md:mx-0 md:mt-6 md:bg-none md:p-0">
        <div role="alert">
          {refusal && (
            <div className="mb-4 rounded-xl bg-background text-sm">
              <div className="rounded-xl bg-danger/10 px-4 py-3 inset-ring inset-ring-danger/40">
                {refusal}
              </div>
            </div>
          )}
        </div>
        <Button
          type="submit"
          look="primary"
          size="lg"
          busy={busy}
          aria-disabled={!ready || undefined}
          className="pointer-events-auto! w-full aria-disabled:bg-surface-high aria-disabled:text-foreground-muted aria-disabled:opacity-100"
        >
          {submit}
        </Button>
      </div>
    </form>
  )
}

/** The heading of a step. */
export function StepHeading({ lead, children }: { lead?: ReactNode; children: string }) {
  return (
    <>
      <h1
        data-step-heading
        tabIndex={-1}
        className="text-2xl font-extrabold outline-none focus-visible:shadow-none md:text-3xl"
      >
        {children}
      </h1>
      {lead && <div className="mt-2 text-base text-foreground-muted">{lead}</div>}
    </>
  )
}

/** Why one was brought to this step, until one goes on from it. */
function StepNotice() {
  const { word } = useJoinStore()
  return (
    <div role="status">
      {word && (
        <p className="mt-5 flex gap-2.5 rounded-xl bg-accent-subtle px-4 py-3 text-sm">
          <Icon name="info" className="mt-0.5 size-4.5 text-accent" />
          {word}
        </p>
      )}
    </div>
  )
}

/** Whether this page has shown a step before: what it was opened with takes no focus that nobody gave it. */
let shownBefore = false

/**
 * Puts the focus where a step, or another face of it, begins: its first field, else its heading.
 */
function useStepFocus(form: RefObject<HTMLFormElement | null>, heading: string) {
  const opened = useLocation().key === 'default'
  useEffect(() => {
    const first = opened && !shownBefore
    shownBefore = true
    if (first) return
    const field = form.current?.querySelector<HTMLElement>(
      'input:not([type=checkbox],[tabindex="-1"])',
    )
    const target = field ?? form.current?.querySelector<HTMLElement>('[data-step-heading]')
    target?.focus({ preventScroll: true })
    scrollTo({ top: 0 })
  }, [form, heading, opened])
}

/** What a proven or finished thing is shown as. */
export function VerifiedValue({
  label,
  value,
  action,
}: {
  label: string
  value: string
  action?: ReactNode
}) {
  return (
    <div className="flex min-h-14 flex-wrap items-center justify-end gap-x-3 rounded-xl bg-surface-raised py-2 pr-1.5 pl-4">
      <Icon name="check" className="size-5 text-success" />
      <div className="min-w-0 grow basis-36 py-0.5">
        <p className="text-xs text-foreground-subtle">{label}</p>
        <p className="tabular-nums text-base font-semibold wrap-anywhere">{value}</p>
      </div>
      {action}
    </div>
  )
}

/**
 * Keeps `--keyboard-inset` at the height a phone's keyboard covers. The keyboard lies over the page there, and what is
 * stuck to the page's foot would lie under it.
 */
function useKeyboardInset() {
  useEffect(() => {
    const view = window.visualViewport
    if (!view) return
    const root = document.documentElement
    const measure = () => {
      const covered = Math.round(innerHeight - view.height * view.scale - view.offsetTop)
      // Bars of the browser come and go by less; a page that is zoomed has no foot to stick to.
      if (covered > 120 && view.scale === 1)
        root.style.setProperty('--keyboard-inset', `${covered}px`)
      else root.style.removeProperty('--keyboard-inset')
    }
    view.addEventListener('resize', measure)
    view.addEventListener('scroll', measure)
    return () => {
      view.removeEventListener('resize', measure)
      view.removeEventListener('scroll', measure)
      root.style.removeProperty('--keyboard-inset')
    }
  }, [])
}
