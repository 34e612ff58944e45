import { showcaseMessages } from './messages.ko.ts'
import { Button } from '#web/ui/base/button.tsx'
import { dialogs, type DialogOptions } from '#web/ui/dialog/dialog-store.ts'
import { DialogBody } from '#web/ui/dialog/dialog.tsx'
import { loadingTracker } from '#web/ui/feedback/loading-overlay.tsx'
import { ToastCard } from '#web/ui/feedback/toasts.tsx'
import { toasts } from '#web/ui/feedback/toasts.tsx'
import { ShowcaseRow, ShowcaseSection } from './showcase-kit.tsx'

function ask(options: Partial<DialogOptions> = {}, deeper = false) {
  void dialogs.open<boolean>({ label: showcaseMessages.dialog_title, ...options }, (close) => (
    <DialogBody
      title={deeper ? showcaseMessages.dialog_over : showcaseMessages.dialog_title}
      onClose={() => close()}
      actions={
        <>
          <Button onClick={() => close(false)}>{showcaseMessages.dialog_no}</Button>
          {options.label === undefined && !deeper && (
            <Button look="outline" onClick={() => ask({}, true)}>
              {showcaseMessages.dialog_deeper}
            </Button>
          )}
          <Button look="primary" onClick={() => close(true)}>
            {showcaseMessages.dialog_yes}
          </Button>
        </>
      }
    >
      {showcaseMessages.dialog_body}
    </DialogBody>
  ))
}

const retryInSeconds = () =>
  void loadingTracker.during(new Promise((done) => setTimeout(done, 2_000)))

/** The stack of dialogs, toasts and the spinner, to be tried. */
export function DialogsDemo() {
  return (
    <ShowcaseSection name="dialogs">
      <ShowcaseRow>
        <Button onClick={() => ask()}>{showcaseMessages.open_dialog}</Button>
        <Button onClick={() => ask({ closes_outside: false })}>{showcaseMessages.open_firm}</Button>
        <Button onClick={() => ask({ transparent: true })}>{showcaseMessages.open_clear}</Button>
        <Button
          onClick={() => {
            ask()
            ask({}, true)
          }}
        >
          {showcaseMessages.open_stack}
        </Button>
        <Button icon="clock" onClick={retryInSeconds}>
          {showcaseMessages.open_spinner}
        </Button>
      </ShowcaseRow>
      <ShowcaseRow>
        {(['plain', 'good', 'danger'] as const).map((tone) => (
          <Button
            key={tone}
            look="outline"
            onClick={() => void toasts.show(showcaseMessages.toasts[tone], tone)}
          >
            {showcaseMessages.toasts[tone]}
          </Button>
        ))}
      </ShowcaseRow>
      <ShowcaseRow>
        {(['plain', 'good', 'danger'] as const).map((tone, at) => (
          <ToastCard
            key={tone}
            toast={{ id: -1 - at, text: showcaseMessages.toasts[tone], tone }}
            lasts={false}
          />
        ))}
      </ShowcaseRow>
    </ShowcaseSection>
  )
}
