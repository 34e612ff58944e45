import { galleryCopy } from './messages.ko.ts'
import { Button } from '#web/ui/base/button.tsx'
import { modals, type ModalOptions } from '#web/ui/dialog/dialog-store.ts'
import { ModalBody } from '#web/ui/dialog/dialog.tsx'
import { pending } from '#web/ui/feedback/loading-overlay.tsx'
import { ToastCard } from '#web/ui/feedback/toasts.tsx'
import { toasts } from '#web/ui/feedback/toasts.tsx'
import { Line, Section } from './showcase-kit.tsx'

function ask(options: Partial<ModalOptions> = {}, deeper = false) {
  void modals.open<boolean>({ label: galleryCopy.dialog_title, ...options }, (close) => (
    <ModalBody
      title={deeper ? galleryCopy.dialog_over : galleryCopy.dialog_title}
      onClose={() => close()}
      actions={
        <>
          <Button onClick={() => close(false)}>{galleryCopy.dialog_no}</Button>
          {options.label === undefined && !deeper && (
            <Button look="outline" onClick={() => ask({}, true)}>
              {galleryCopy.dialog_deeper}
            </Button>
          )}
          <Button look="primary" onClick={() => close(true)}>
            {galleryCopy.dialog_yes}
          </Button>
        </>
      }
    >
      {galleryCopy.dialog_body}
    </ModalBody>
  ))
}

const wait = () => void pending.during(new Promise((done) => setTimeout(done, 2_000)))

/** The stack of dialogs, toasts and the spinner, to be tried. */
export function Dialogs() {
  return (
    <Section name="dialogs">
      <Line>
        <Button onClick={() => ask()}>{galleryCopy.open_dialog}</Button>
        <Button onClick={() => ask({ closes_outside: false })}>{galleryCopy.open_firm}</Button>
        <Button onClick={() => ask({ transparent: true })}>{galleryCopy.open_clear}</Button>
        <Button
          onClick={() => {
            ask()
            ask({}, true)
          }}
        >
          {galleryCopy.open_stack}
        </Button>
        <Button icon="clock" onClick={wait}>
          {galleryCopy.open_spinner}
        </Button>
      </Line>
      <Line>
        {(['plain', 'good', 'danger'] as const).map((tone) => (
          <Button
            key={tone}
            look="outline"
            onClick={() => void toasts.show(galleryCopy.toasts[tone], tone)}
          >
            {galleryCopy.toasts[tone]}
          </Button>
        ))}
      </Line>
      <Line>
        {(['plain', 'good', 'danger'] as const).map((tone, at) => (
          <ToastCard
            key={tone}
            toast={{ id: -1 - at, text: galleryCopy.toasts[tone], tone }}
            lasts={false}
          />
        ))}
      </Line>
    </Section>
  )
}
