#include "CAgentPage.h"

static const uint8_t index_html[] = {
#embed "page/index.html"
};

static const uint8_t agent_css[] = {
#embed "page/agent.css"
};

static const uint8_t agent_js[] = {
#embed "page/agent.js"
};

static const uint8_t icon_svg[] = {
#embed "page/icon.svg"
};

const uint8_t *cagentpage_index(size_t *count) {
    *count = sizeof index_html;
    return index_html;
}

const uint8_t *cagentpage_style(size_t *count) {
    *count = sizeof agent_css;
    return agent_css;
}

const uint8_t *cagentpage_script(size_t *count) {
    *count = sizeof agent_js;
    return agent_js;
}

const uint8_t *cagentpage_icon(size_t *count) {
    *count = sizeof icon_svg;
    return icon_svg;
}
