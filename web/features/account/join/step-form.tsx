import { SubmitButton } from '#web/ui/forms/form-controls.tsx'
import { Icon } from '#web/ui/base/icon.tsx'
import { useEffect, useRef, type FormEvent, type ReactNode, type RefObject } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useJoinStore, joinStore } from './join-store.ts'
import { joinStepPath, joinSteps, stepAt, type StepPath } from './join-steps.ts'
import { joinMessages } from './messages.ko.ts'
import { pageMeta } from '#web/routing/page-meta.ts'

/** A step with heading, fields and one submit button, which stays above the on-screen keyboard. */
export function StepForm({
  heading,
  lead,
  submit,
  busy = false,
  canSubmit = true,
  onSubmit,
  error,
  children,
}: {
  heading: string
  lead?: ReactNode
  submit: string
  busy?: boolean
  /** Whether submitting can succeed. The button stays enabled, because submitting shows what is missing. */
  canSubmit?: boolean
  onSubmit: (event: FormEvent) => void
  /** Shown next to the submit button. */
  error?: ReactNode
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
          {error && (
            <div className="mb-4 rounded-card bg-background text-sm">
              <div className="rounded-sheet bg-danger/10 px-4 py-3 inset-ring inset-ring-danger/40">
                {error}
              </div>
            </div>
          )}
        </div>
        <SubmitButton busy={busy} incomplete={!canSubmit}>
          {submit}
        </SubmitButton>
      </div>
    </form>
  )
}

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

/** Why the member was redirected to this step. */
function StepNotice() {
  const { notice } = useJoinStore()
  return (
    <div role="status">
      {notice && (
        <p className="mt-5 flex gap-2 rounded-sheet bg-accent-subtle px-4 py-3 text-sm">
          <Icon name="info" className="mt-1 size-5 text-accent" />
          {notice}
        </p>
      )}
    </div>
  )
}

/** Whether a step was shown before; the initial page load must not move the focus. */
let hasShownStep = false

/** Focuses the first field of a step, or its heading. */
function useStepFocus(form: RefObject<HTMLFormElement | null>, heading: string) {
  const isInitialLoad = useLocation().key === 'default'
  useEffect(() => {
    const isFirstStep = isInitialLoad && !hasShownStep
    hasShownStep = true
    if (isFirstStep) return
    const field = form.current?.querySelector<HTMLElement>(
      'input:not([type=checkbox],[tabindex="-1"])',
    )
    const target = field ?? form.current?.querySelector<HTMLElement>('[data-step-heading]')
    target?.focus({ preventScroll: true })
    scrollTo({ top: 0 })
  }, [form, heading, isInitialLoad])
}

/**
 * Sets `--keyboard-inset` to the height covered by the on-screen keyboard, which would otherwise cover the sticky
 * footer.
 */
function useKeyboardInset() {
  useEffect(() => {
    const view = window.visualViewport
    if (!view) return
    const root = document.documentElement
    const measure = () => {
      const covered = Math.round(innerHeight - view.height * view.scale - view.offsetTop)
      // Ignores browser toolbars, which are smaller, and zoomed pages.
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

/** The current join step and its navigation. The redirect path (`?next=`) is kept in all links. */
export function useJoinStep() {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const step = stepAt(pathname)
  const index = joinSteps.indexOf(step)
  const pathOf = (to: StepPath) => joinStepPath(to) + search
  return {
    step,
    index,
    search,
    pathOf,
    goNext() {
      joinStore.setNotice(null)
      const next = joinSteps[index + 1]
      if (next) void navigate(pathOf(next.path))
    },
  }
}

/** Page meta with a distinct title per step, for history, tabs and screen readers. */
export function joinMeta(matches: Parameters<typeof pageMeta>[0], path: string) {
  const step = stepAt(path)
  const number = joinSteps.indexOf(step) + 1
  return pageMeta(matches, {
    title: joinMessages.step_title(step.texts.step, number, joinSteps.length),
    description: joinMessages.description,
    path,
    noindex: true,
  })
}
