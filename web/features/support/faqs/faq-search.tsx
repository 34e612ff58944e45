import { supportMessages } from '#web/features/support/messages.ko.ts'
import { defaultFaqsPath } from '#web/routing/account-paths.ts'
import { useUrlSearchField } from '#web/ui/forms/use-url-search-field.ts'
import { Icon } from '#web/ui/base/icon.tsx'
import { Form, Link } from 'react-router'

const messages = supportMessages.faqs

/** Searches the questions of all categories. `q` is the current query, `clear` the address without it. */
export function FaqSearch({ q = '', clear }: { q?: string; clear?: string }) {
  const { field, onInput: typed, onSubmit: sent } = useUrlSearchField(q)
  return (
    <Form
      action={defaultFaqsPath}
      role="search"
      aria-label={messages.search_label}
      className="relative"
      onSubmit={sent}
    >
      <Icon
        name="search"
        className="pointer-events-none absolute inset-y-0 left-4 my-auto size-5 text-foreground-subtle"
      />
      <input
        ref={field}
        onInput={typed}
        type="search"
        name="q"
        defaultValue={q}
        required
        pattern=".*\S.*"
        maxLength={100}
        autoComplete="off"
        enterKeyHint="search"
        aria-label={messages.search_label}
        placeholder={messages.search_placeholder}
        className={`${q ? 'pr-32' : 'pr-20'} h-13 w-full rounded-xl bg-surface-raised pl-12 text-base inset-ring inset-ring-control-border/70 placeholder:text-foreground-subtle md:text-lg [&::-webkit-search-cancel-button]:appearance-none`}
      />
      <div className="absolute inset-y-1 right-1 flex">
        {q && clear && (
          <Link
            to={clear}
            aria-label={messages.search_clear}
            title={messages.search_clear}
            className="flex size-11 items-center justify-center rounded-lg text-foreground-subtle hover:bg-surface-high hover:text-foreground"
          >
            <Icon name="close" className="size-4.5" />
          </Link>
        )}
        <button
          type="submit"
          className="rounded-lg px-4 text-base font-bold text-accent-bright hover:bg-surface-high"
        >
          {messages.search_submit}
        </button>
      </div>
    </Form>
  )
}
