import { afterEach, expect, test } from 'vitest'
import { dialogs } from './dialog-store.ts'

afterEach(() => dialogs.closeAll())

const open = (label: string, closes_outside = true) => {
  let close: (result?: string) => void = () => undefined
  const answer = dialogs.open<string>({ label, dismissible: closes_outside }, (it) => {
    close = it
    return label
  })
  return {
    answer,
    close: (result?: string) => close(result),
    id: dialogs.current().at(-1)?.id ?? 0,
  }
}
const labels = () => dialogs.current().map((modal) => modal.label)

test('dialogs pile up and the last is on top', () => {
  open('환불')
  open('확인')
  expect(labels()).toEqual(['환불', '확인'])
})

test('closing answers whoever opened it', async () => {
  const { answer, close } = open('확인')
  close('예')
  expect(labels()).toEqual([])
  await expect(answer).resolves.toBe('예')
})

test('closing a lower one dismisses those above it', async () => {
  const lower = open('환불')
  const upper = open('확인')
  lower.close('끝')
  expect(labels()).toEqual([])
  await expect(lower.answer).resolves.toBe('끝')
  await expect(upper.answer).resolves.toBeUndefined()
})

test('a press outside closes unless that is turned off', async () => {
  const firm = open('결제', false)
  dialogs.dismiss(firm.id)
  expect(labels()).toEqual(['결제'])
  const soft = open('안내')
  dialogs.dismiss(soft.id)
  expect(labels()).toEqual(['결제'])
  await expect(soft.answer).resolves.toBeUndefined()
})

test('closing twice answers once and tells nobody the second time', async () => {
  const { answer, close } = open('안내')
  let told = 0
  const stop = dialogs.subscribe(() => (told += 1))
  close('하나')
  close('둘')
  stop()
  expect(told).toBe(1)
  await expect(answer).resolves.toBe('하나')
})
