import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { TOTP } from 'otpauth'
import { findBrowser } from '#test/e2e/browser.ts'

const password = 'a-lantern-in-the-rain'
const name = '새봄극장'
const title = '첫눈 오는 밤'
const price = 3_300

/** Opens a browser for which a public name leads to this machine. */
export async function openBrowser(hostname: string): Promise<Browser> {
  const { path, env } = await findBrowser()
  return chromium.launch({
    executablePath: path,
    env: { ...(process.env as Record<string, string>), ...env },
    args: [
      ...['--no-sandbox', '--disable-gpu', '--mute-audio'],
      `--host-resolver-rules=MAP ${hostname} 127.0.0.1`,
      '--autoplay-policy=no-user-gesture-required',
    ],
  })
}

/** Opens a page of someone new. The authority of the certificate is not one of the browser's; curl checks it. */
export async function openPage(browser: Browser, origin: string): Promise<Page> {
  const context: BrowserContext = await browser.newContext({
    baseURL: origin,
    ignoreHTTPSErrors: true,
    locale: 'ko-KR',
    viewport: { width: 1440, height: 900 },
  })
  context.setDefaultTimeout(90_000)
  return context.newPage()
}

/** The first owner sets a password by the printed link, signs in and enrols an authenticator app. */
export async function enrolOwner(page: Page, link: string, email: string): Promise<void> {
  await page.goto(link)
  await page.getByRole('textbox', { name: '새 비밀번호', exact: true }).fill(password)
  await page.getByRole('textbox', { name: '새 비밀번호 확인' }).fill(password)
  await page.getByRole('button', { name: '비밀번호 바꾸기' }).click()
  await page.waitForURL('**/accounts/login?*')
  await page.getByRole('textbox', { name: '이메일' }).fill(email)
  await page.getByRole('textbox', { name: '비밀번호' }).fill(password)
  await page.getByRole('button', { name: '로그인', exact: true }).click()
  await page.getByRole('button', { name: '인증 앱 등록하기' }).click()
  const secret = await page.getByText(/^(?:[A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).innerText()
  const code = new TOTP({ secret: secret.replaceAll(' ', '') }).generate()
  await page.getByLabel('앱에 나온 코드 6자리').fill(code)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: '보관했어요, 들어갈게요' }).click()
  await page.getByRole('heading', { name: '열기 전에 할 일' }).waitFor()
}

const particulars = {
  '서비스 이름': name,
  상호: '주식회사 새봄',
  '대표자 이름': '이새봄',
  사업자등록번호: '220-81-62517',
  '통신판매업 신고번호': '제2026-서울중구-0001호',
  주소: '서울특별시 중구 세종대로 110',
  전화번호: '02-1234-5678',
  이메일: 'care@hanpyeon.example',
  '호스팅 서비스 제공자': '주식회사 새봄',
  '개인정보 보호책임자': '김봄',
}

/** Enters the company and publishes the documents, so that the service sells. */
export async function openService(page: Page): Promise<void> {
  for (const [label, text] of Object.entries(particulars))
    await page.getByRole('textbox', { name: label, exact: true }).fill(text)
  await page.locator('button[type=submit]', { hasText: '저장' }).click()
  await page.getByText('설정을 저장했어요').waitFor()
  for (const document of ['이용약관', '개인정보처리방침', '유료서비스 이용약관']) {
    await page.getByRole('button', { name: '새 버전 공개' }).click()
    const form = page.getByRole('form', { name: '새 버전 공개' })
    await form.getByRole('combobox', { name: '약관' }).selectOption(document)
    await form.getByLabel('시행일').fill('2026-01-01')
    await form.getByLabel('한 줄 요약').fill('서로 지키기로 한 약속이에요.')
    await form.getByLabel('바뀐 내용').fill('처음 만들었어요.')
    await form
      .getByRole('textbox', { name: '내용', exact: true })
      .fill('## 제1조\n\n약속을 정해요.')
    await form.getByRole('button', { name: '공개', exact: true }).click()
    const versions = page.getByRole('list', { name: '공개한 버전' })
    await versions.getByText(document, { exact: true }).waitFor()
  }
  await page.getByText('판매하고 있어요.').waitFor()
}

/** Makes a work with a price, uploads its film and publishes it. */
export async function addFilm(page: Page, file: string): Promise<void> {
  await page.goto('/studio/works')
  await page.getByRole('button', { name: '새 작품' }).first().click()
  const dialog = page.getByRole('dialog', { name: '새 작품 만들기' })
  await dialog.getByLabel('제목').fill(title)
  await dialog.getByLabel('종류').selectOption('영화·단편')
  await dialog.getByRole('button', { name: '영화', exact: true }).click()
  await dialog.getByRole('button', { name: '만들기' }).click()
  await page.getByRole('radio', { name: '공개', exact: true }).press('Space')
  await page.getByRole('button', { name: '저장', exact: true }).click()
  await page.getByText('저장했어요').waitFor()
  await page.getByRole('link', { name: '판매와 공개' }).click()
  const amount = page.getByLabel('소장 가격 (원)').filter({ visible: true })
  await amount.fill(String(price))
  await page.getByRole('button', { name: '저장', exact: true }).click()
  await page.getByText('저장했어요').last().waitFor()

  await page.goto('/studio/uploads')
  await page.getByLabel('올릴 영상 파일').setInputFiles(file)
  await page.getByText('준비됨', { exact: true }).last().waitFor({ timeout: 900_000 })
  await page
    .getByRole('button', { name: /회차 고르기/ })
    .first()
    .click()
  await page.getByLabel('작품 이름').fill(title)
  await page
    .getByRole('dialog')
    .getByRole('button', { name: new RegExp(title) })
    .click()
  await page.getByText('회차를 정했어요').waitFor()
}

const launchSteps = (page: Page) =>
  page.getByRole('region', { name: '열기 전에 할 일' }).getByRole('listitem')

/** Tries mail, the keys of the gateway and the storage by the buttons of the checklist. */
export async function tryProviders(page: Page): Promise<void> {
  await page.goto('/studio/settings')
  for (const name of ['시험 메일 보내기', '키 확인하기', '저장소 확인하기']) {
    const step = launchSteps(page).filter({ has: page.getByRole('button', { name }) })
    await step.getByRole('button', { name }).click()
    await step.getByText('해 보니 잘 됐어요').waitFor()
  }
}

/** @returns the lines of the checklist that are not done. */
export async function readOpenSteps(page: Page): Promise<string[]> {
  await page.goto('/studio/settings')
  const steps = launchSteps(page)
  await steps.first().waitFor()
  return (await steps.allInnerTexts()).filter((text) => !text.startsWith('끝났어요'))
}

/** A viewer signs up. @param readCode reads the code of the mail to an address. */
export async function signUp(
  page: Page,
  email: string,
  readCode: (email: string) => Promise<string>,
): Promise<void> {
  const next = page.getByRole('button', { name: '다음', exact: true })
  await page.goto('/accounts/join')
  await page.getByRole('checkbox', { name: '모두 동의해요' }).check()
  await next.click()
  await page.getByRole('textbox', { name: '이메일' }).fill(email)
  await page.getByRole('button', { name: '인증번호 받기' }).click()
  const box = page.getByRole('textbox', { name: '인증번호' })
  await box.waitFor()
  await box.fill(await readCode(email))
  await page.getByRole('textbox', { name: '휴대폰 번호' }).fill('01012345678')
  await next.click()
  await page.getByRole('textbox', { name: '이름' }).fill('한보라')
  await next.click()
  await page.getByRole('textbox', { name: '비밀번호', exact: true }).fill(password)
  await page.getByRole('textbox', { name: '비밀번호 확인' }).fill(password)
  await page.getByRole('button', { name: '가입하기' }).click()
  await page.waitForURL((url) => !url.pathname.startsWith('/accounts/join'))
}

/** The viewer buys the film in the window of the gateway, and plays it. @returns the paths of playlists, keys and segments. */
export async function buyAndPlay(page: Page): Promise<string[]> {
  const served: string[] = []
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (pathname.startsWith('/media/')) served.push(`${response.status()} ${pathname}`)
  })
  await page.goto('/')
  await page
    .getByRole('link', { name: new RegExp(title) })
    .first()
    .click()
  await page
    .getByRole('link', { name: /재생|보기/ })
    .first()
    .click()
  await page.getByRole('button', { name: /소장/ }).first().click()
  await page.getByRole('dialog').getByRole('checkbox', { name: '모두 동의해요' }).check()
  await page.getByRole('button', { name: '3,300원 결제하기' }).click()
  await page.getByRole('heading', { name: '결제하기' }).waitFor()
  await page.getByRole('button', { name: '3,300원 결제하기' }).click()
  await page.getByRole('heading', { name: '소장했어요' }).waitFor()
  served.length = 0
  await page.getByRole('link', { name: '지금 보기' }).click()
  await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 1)
  return served
}
