/** Buttons that copy example programs. */
import { pageText } from './page.ts'

/** Adds a button to an example program that copies it. */
export function addCopyButton(program: Element): void {
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = pageText('copy')
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(program.querySelector('code')?.textContent ?? '')
    button.textContent = pageText('copied')
  })
  program.append(button)
}
