import { createTempFolder, generateFilm } from '#test/fixtures/generated-films.ts'
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { makeMember, type TestMember } from '#test/fixtures/members.ts'
import type { Site } from '../site.ts'

export const uploadsPath = '/studio/uploads'
export const wide = { viewport: { width: 1440, height: 900 } }

/** Returns a film of 8 s that the encoder accepts. */
export async function generateSmallFilm(): Promise<Buffer> {
  await using box = await createTempFolder()
  return await readFile(
    await generateFilm(box.path, { name: 'a.mp4', size: '320x180', seconds: 8, sound: 'stereo' }),
  )
}

/** Opens the list of uploads as a member of staff. @param as a new one by default */
export async function openUploads(
  site: Site,
  options: Parameters<Site['visit']>[0] = wide,
  as?: TestMember,
) {
  const staff = as ?? (await makeMember(site.world, { is_staff: true }))
  const visit = await site.visit(options, staff)
  await visit.page.goto(uploadsPath)
  await visit.page.getByRole('heading', { name: '업로드', level: 1 }).waitFor()
  return { staff, visit, page: visit.page }
}

export const chooseFiles = (page: Page, files: { name: string; buffer: Buffer }[]) =>
  page
    .getByLabel('올릴 영상 파일')
    .setInputFiles(files.map((file) => ({ ...file, mimeType: 'video/mp4' })))

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
