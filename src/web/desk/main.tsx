/** The desk's beginning: puts the shell into the page. */
import { render } from 'preact'

const place = document.getElementById('desk')
if (place !== null) render(<h1>Fasti</h1>, place)
