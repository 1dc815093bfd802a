#include "CSamplePictures.h"

#include <string.h>
#include <vips/vips.h>

static void step(VipsImage **image, VipsImage *next) {
    g_object_unref(*image);
    *image = next;
}

void *sample_picture_encode(
    const void *rgb, int32_t width, int32_t height, int32_t pages, const char *colours, const char *profile,
    const char *suffix, size_t *length) {
    if (vips_init("sample-pictures") != 0) return NULL;
    int rows = height * pages;
    VipsImage *image = vips_image_new_from_memory_copy(
        rgb, (size_t)width * (size_t)rows * 3, width, rows, 3, VIPS_FORMAT_UCHAR);
    if (!image) return NULL;
    image->Type = VIPS_INTERPRETATION_sRGB;
    VipsImage *next = NULL;
    void *bytes = NULL;
    char *name = g_strdup(colours);
    char *inverted = strchr(name, '!');
    if (inverted) *inverted = 0;
    int kind = vips_enum_from_nick("sample-pictures", VIPS_TYPE_INTERPRETATION, name);
    g_free(name);
    if (kind < 0) goto end;
    if (profile) {
        // Into the profile's own colours, and with it in the file.
        if (vips_icc_transform(image, &next, profile, "input_profile", "srgb", NULL) != 0) goto end;
    } else if (vips_colourspace(image, &next, (VipsInterpretation)kind, NULL) != 0) {
        goto end;
    }
    step(&image, next);
    if (inverted) {
        if (vips_invert(image, &next, NULL) != 0) goto end;
        step(&image, next);
    }
    if (pages > 1) {
        if (vips_copy(image, &next, NULL) != 0) goto end;
        step(&image, next);
        vips_image_set_int(image, VIPS_META_PAGE_HEIGHT, height);
    }
    if (vips_image_write_to_buffer(image, suffix, &bytes, length, NULL) != 0) bytes = NULL;
end:
    vips_error_clear();
    g_object_unref(image);
    return bytes;
}

void sample_picture_free(void *bytes) { g_free(bytes); }
