import BrowserDriver

extension Page {
    /// What a person who cannot see well, or uses no pointer, would stumble over in what is shown now; one line each:
    /// what axe-core finds, and what the page promises beyond its rules.
    func accessibilityProblems() async throws -> [String] {
        try await AxeCore.findings(in: self) + brokenPromises()
    }

    /// Names, sizes and contrast, of what axe-core passes over, too.
    private func brokenPromises() async throws -> [String] {
        try await value(
            of: """
                (() => {
                    const problems = [];
                    const isVisible = (node) => node.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true })
                        && !node.closest('[aria-hidden=true], .unseen');
                    const name = (node) => (node.getAttribute('aria-label') ?? '')
                        || (node.getAttribute('aria-labelledby') ?? '').split(' ')
                            .map((id) => document.getElementById(id)?.textContent ?? '').join(' ').trim()
                        || [...(node.labels ?? [])].map((label) => label.textContent).join(' ').trim()
                        || (['INPUT', 'SELECT'].includes(node.tagName) ? '' : node.textContent.trim());
                    const about = (node) => `<${node.tagName.toLowerCase()} class="${node.className}"> ${
                        node.textContent.trim().slice(0, 40)}`;
                    const controls = 'a[href], button, input, select, summary, [role=listbox], [role=option], '
                        + '[role=slider], [role=dialog], [role=toolbar], nav, [role=group]';
                    for (const node of document.querySelectorAll(controls)) {
                        if (isVisible(node) && name(node) === '') problems.push(`has no name: ${about(node)}`);
                    }
                    const ids = [...document.querySelectorAll('[id]')].map((node) => node.id);
                    for (const id of ids.filter((id, index) => ids.indexOf(id) !== index)) {
                        problems.push(`is there twice: ${id}`);
                    }
                    for (const image of document.images) {
                        if (!image.hasAttribute('alt')) problems.push(`has no alternative: ${about(image)}`);
                    }
                    if (document.querySelectorAll('h1').length !== 1) problems.push('has not one h1');
                    if (document.documentElement.lang === '') problems.push('has no language');
                    for (const node of document.querySelectorAll('button, a[href], input, select')) {
                        if (!isVisible(node)) continue;
                        const target = node.closest('label') ?? node;
                        const bounds = target.getBoundingClientRect();
                        if (bounds.width < 24 || bounds.height < 20) {
                            problems.push(`is too small: ${about(node)} ${bounds.width}x${bounds.height}`);
                        }
                    }

                    const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
                    // Any colour that CSS can write, as four numbers.
                    const rgba = (colour) => {
                        canvas.clearRect(0, 0, 1, 1);
                        canvas.fillStyle = colour;
                        canvas.fillRect(0, 0, 1, 1);
                        return [...canvas.getImageData(0, 0, 1, 1).data].map((part) => part / 255);
                    };
                    const over = (top, bottom) => top.slice(0, 3)
                        .map((part, index) => part * top[3] + bottom[index] * (1 - top[3])).concat(1);
                    const background = (node) => {
                        const layers = [];
                        for (let at = node; at; at = at.parentElement) {
                            layers.push(rgba(getComputedStyle(at).backgroundColor));
                        }
                        return layers.reverse().reduce((bottom, top) => over(top, bottom), [1, 1, 1, 1]);
                    };
                    const luminance = (colour) => colour.slice(0, 3)
                        .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
                        .reduce((sum, part, index) => sum + part * [0.2126, 0.7152, 0.0722][index], 0);
                    const contrast = (one, other) => {
                        const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b);
                        return (high + 0.05) / (low + 0.05);
                    };
                    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
                    while (texts.nextNode()) {
                        const node = texts.currentNode.parentElement;
                        if (texts.currentNode.textContent.trim() === '' || !isVisible(node)) continue;
                        // Marks and lengths lie on pictures, with a ground of their own.
                        if (node.closest('.cell, :disabled, noscript, option, script')) continue;
                        const ground = background(node);
                        const style = getComputedStyle(node);
                        const colour = rgba(style.color);
                        colour[3] *= Number(style.opacity);
                        const ratio = contrast(over(colour, ground), ground);
                        const isLarge = parseFloat(style.fontSize) >= 24
                            || (parseFloat(style.fontSize) >= 18.66 && Number(style.fontWeight) >= 700);
                        if (ratio < (isLarge ? 3 : 4.5)) {
                            problems.push(`contrast ${ratio.toFixed(2)}: ${about(node)}`);
                        }
                    }
                    return problems;
                })()
                """
        )
    }

    /// Whether what has the focus shows it.
    func showsFocus() async throws -> Bool {
        try await value(
            of: """
                (() => {
                    const node = document.activeElement;
                    const ring = (style) => style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2;
                    return ring(getComputedStyle(node)) || ring(getComputedStyle(node.parentElement))
                        || parseFloat(getComputedStyle(node.querySelector('.active') ?? node, '::after').borderTopWidth) >= 2;
                })()
                """
        )
    }
}
