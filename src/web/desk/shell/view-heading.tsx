/** The heading of a view. It sets the title of the page, and gets the focus when the view changes. */

import { signal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import type { Settings } from '../api/types.ts'
import { deskSettings } from '../desk-settings.ts'

// The name and the logo of the calendar, on every page of the desk. Saving the settings updates them.

const siteNameSignal = signal(deskSettings.name)
const siteLogo = signal(deskSettings.logo)

/** Shows the name and the logo that were saved. */
export function updateShownBrand({ name, logo_url: logo }: Settings): void {
  siteNameSignal.value = name
  siteLogo.value = logo && new URL(logo).pathname
}

export function Brand() {
  return (
    <>
      {siteLogo.value !== '' && <img src={siteLogo.value} alt="" />}
      {siteNameSignal.value}
    </>
  )
}

let isFirst = true

interface TitleProps {
  readonly text: string
  readonly children?: ComponentChildren
}

export function ViewHeading({ text, children }: TitleProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => {
    if (!isFirst) heading.current?.focus()
    isFirst = false
  }, [])
  useEffect(() => {
    document.title = `${text} · ${siteNameSignal.value}`
  }, [text, siteNameSignal.value])
  return (
    <div class="title">
      <h1 ref={heading} tabIndex={-1}>
        {text}
      </h1>
      {children}
    </div>
  )
}
