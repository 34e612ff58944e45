import { afterEach, expect, test } from 'vitest'
import { dialogs } from './dialog-store.ts'

afterEach(() => dialogs.closeAll())

const open = (label: string, closes_outside = true) => {
  let close: (result?: string) => void = () => undefined
  const answer = dialogs.open<string>({ label, dismissible: closes_outside }, (closeDialog) => {
    close = closeDialog
    return label
  })
  return {
    answer,
    close: (result?: string) => close(result),
    id: dialogs.current().at(-1)?.id ?? 0,
  }
}
const labels = () => dialogs.current().map((dialog) => dialog.label)

test('opens a dialog on top of the others', () => {
  open('환불')
  open('확인')
  expect(labels()).toEqual(['환불', '확인'])
})

test('resolves with the result on close', async () => {
  const { answer, close } = open('확인')
  close('예')
  expect(labels()).toEqual([])
  await expect(answer).resolves.toBe('예')
})

test('dismisses the dialogs above a closed one', async () => {
  const lower = open('환불')
  const upper = open('확인')
  lower.close('끝')
  expect(labels()).toEqual([])
  await expect(lower.answer).resolves.toBe('끝')
  await expect(upper.answer).resolves.toBeUndefined()
})

test('dismisses dialogs that are dismissible', async () => {
  const required = open('결제', false)
  dialogs.dismiss(required.id)
  expect(labels()).toEqual(['결제'])
  const optional = open('안내')
  dialogs.dismiss(optional.id)
  expect(labels()).toEqual(['결제'])
  await expect(optional.answer).resolves.toBeUndefined()
})

test('resolves and notifies once if closed twice', async () => {
  const { answer, close } = open('안내')
  let notifications = 0
  const stop = dialogs.subscribe(() => (notifications += 1))
  close('하나')
  close('둘')
  stop()
  expect(notifications).toBe(1)
  await expect(answer).resolves.toBe('하나')
})
